package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.nio.file.attribute.FileTime;

/** What {@code SecureDirectoryStream} lacks, done in a way that never leaves the directory. */
interface DirectCalls {
    /** Tell whether a kernel keeps the directories, so that {@code ..} is the true parent. */
    boolean isKernel();

    void mkdir(SecureDir dir, String name, int mode) throws IOException;

    void symlink(SecureDir dir, String name, String target) throws IOException;

    String readLink(SecureDir dir, String name) throws IOException;

    /** Rename, replacing what is there. */
    void rename(SecureDir dir, String name, SecureDir target, String newName) throws IOException;

    /** Rename to a name that must not exist. */
    void renameNew(SecureDir dir, Node node, SecureDir target, String newName) throws IOException;

    /** Set all bits of a file or directory. */
    void setMode(SecureDir dir, String name, int mode) throws IOException;

    void setModified(SecureDir dir, String name, FileTime time) throws IOException;

    /** Return the mode with setuid, setgid and sticky, which {@code PosixFileAttributes} leaves out. */
    int fullMode(SecureDir dir, Node node) throws IOException;

    void copyOwner(SecureDir dir, Node from, SecureDir target, String name) throws IOException;

    /** Return a path of the host that reaches the open directory. */
    String descriptor(SecureDir dir) throws IOException;
}
