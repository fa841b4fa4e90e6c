package dev.cofferdam.fakes.shell;

/**
 * The parts of a machine that its processes use.
 *
 * @param disk the files
 * @param time the clock
 * @param table the processes
 * @param toolbox the programs
 */
record Computer(Disk disk, VirtualTime time, ProcessTable table, Toolbox toolbox) {}
