package dev.cofferdam.fakes.shell;

import java.util.HashMap;
import java.util.Map;

/** The programs of a machine, by name. */
final class Tools {

    static final Map<String, Tool> ALL = all();

    private Tools() {}

    private static Map<String, Tool> all() {
        Map<String, Tool> tools = new HashMap<>();
        tools.put("sh", ShProgram::run);
        tools.put("dash", ShProgram::run);
        SystemTools.register(tools);
        ProcessTools.register(tools);
        StreamTools.register(tools);
        TextTools.register(tools);
        FileTools.register(tools);
        return Map.copyOf(tools);
    }
}
