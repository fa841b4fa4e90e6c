package dev.cofferdam.provider.os;

import dev.cofferdam.provider.os.Placeholder.Stub;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What logins, shells, editors and common tools run or follow of a home, besides what is protected in every root. The
 * list is not complete, and cannot be: a home is no good root.
 */
final class HomePaths {
    /** In which no root lies: a root is written by commands, and these are not to be. */
    private static final List<String> NO_ROOTS = List.of(
            ".ssh",
            ".gnupg",
            ".local/bin",
            ".config/git",
            ".config/autostart",
            ".config/systemd",
            ".config/environment.d");

    private static final List<String> DIRECTORIES = List.of(
            ".ssh",
            ".gnupg",
            ".config",
            "bin",
            ".local/bin",
            ".local/lib",
            ".local/share/applications",
            ".local/share/dbus-1",
            ".local/share/systemd",
            ".aws",
            ".docker",
            ".kube",
            ".emacs.d",
            ".gradle/init.d",
            ".ipython",
            ".vim");

    private static final List<String> FILES = List.of(
            ".cshrc",
            ".kshrc",
            ".login",
            ".logout",
            ".tcshrc",
            ".inputrc",
            ".pam_environment",
            ".xinitrc",
            ".xprofile",
            ".xserverrc",
            ".xsession",
            ".xsessionrc",
            ".cargo/config.toml",
            ".cargo/env",
            ".condarc",
            ".curlrc",
            ".emacs",
            ".exrc",
            ".forward",
            ".gdbinit",
            ".gemrc",
            ".gradle/gradle.properties",
            ".gradle/init.gradle",
            ".hgrc",
            ".irbrc",
            ".lldbinit",
            ".m2/settings.xml",
            ".mailcap",
            ".mavenrc",
            ".npmrc",
            ".psqlrc",
            ".Rprofile",
            ".screenrc",
            ".selected_editor",
            ".sqliterc",
            ".tmux.conf",
            ".vimrc",
            ".wgetrc",
            ".yarnrc",
            ".yarnrc.yml");

    private HomePaths() {}

    /** List the rules for a home that commands may write in. */
    static List<Rule> rules(Path home) {
        List<Rule> rules = new ArrayList<>();
        DIRECTORIES.forEach(name -> rules.add(Rule.keep(home.resolve(name), Stub.DIRECTORY)));
        FILES.forEach(name -> rules.add(Rule.keep(home.resolve(name), Stub.NOTHING)));
        return rules;
    }

    /** List the directories of a home in which no root may lie. */
    static List<Path> closedToRoots(Path home) {
        return NO_ROOTS.stream().map(home::resolve).toList();
    }
}
