package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.List;

/** A change of a mode, octal or symbolic. */
final class ModeChange {

    /** One {@code who operator what}. */
    private record Clause(int who, boolean everyone, char operator, int bits, boolean executeIfAny) {}

    private final List<Clause> clauses = new ArrayList<>();

    private ModeChange() {}

    static ModeChange parse(String text) throws Usage {
        ModeChange change = new ModeChange();
        if (text.matches("[0-7]{1,5}")) {
            change.clauses.add(new Clause(0777, false, '=', Integer.parseInt(text, 8) & 0777, false));
            return change;
        }
        for (String clause : text.split(",", -1)) {
            change.parseClause(clause, text);
        }
        return change;
    }

    private void parseClause(String clause, String text) throws Usage {
        int i = 0;
        int who = 0;
        while (i < clause.length() && "ugoa".indexOf(clause.charAt(i)) >= 0) {
            who |= switch (clause.charAt(i++)) {
                case 'u' -> 0700;
                case 'g' -> 0070;
                case 'o' -> 0007;
                default -> 0777;
            };
        }
        boolean everyone = who == 0;
        who = everyone ? 0777 : who;
        if (i == clause.length()) {
            throw invalid(text);
        }
        while (i < clause.length()) {
            char operator = clause.charAt(i++);
            if ("+-=".indexOf(operator) < 0) {
                throw invalid(text);
            }
            int bits = 0;
            boolean executeIfAny = false;
            while (i < clause.length() && "rwxXst".indexOf(clause.charAt(i)) >= 0) {
                char c = clause.charAt(i++);
                bits |= c == 'r' ? 0444 : c == 'w' ? 0222 : c == 'x' ? 0111 : 0;
                executeIfAny |= c == 'X';
            }
            clauses.add(new Clause(who, everyone, operator, bits, executeIfAny));
        }
    }

    private static Usage invalid(String text) {
        return new Usage("invalid mode: '" + text + "'");
    }

    /** The new mode; where nobody was named the umask holds bits back. */
    int apply(int mode, boolean directory, int umask) {
        int result = mode;
        for (Clause clause : clauses) {
            int bits = clause.bits();
            if (clause.executeIfAny() && (directory || (result & 0111) != 0)) {
                bits |= 0111;
            }
            bits &= clause.who() & (clause.everyone() ? ~umask : 0777);
            result = switch (clause.operator()) {
                case '+' -> result | bits;
                case '-' -> result & ~bits;
                default -> (result & ~clause.who()) | bits;
            };
        }
        return result;
    }
}
