package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.ENCODING;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_EMPTY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.text.DecimalFormatSymbols;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Violations of the clauses ERR and GEN. */
final class ErrMutants {
    private ErrMutants() {}

    private static UnaryOperator<Workspace> messages(ErrorCode code, BiFunction<Workspace, String, String> change) {
        return Broken.twist(call -> {
            try {
                return call.proceed();
            } catch (WorkspaceException e) {
                if (e.code() != code) {
                    throw e;
                }
                String message = change.apply(call.real(), String.valueOf(e.getMessage()));
                throw WorkspaceException.of(code, message);
            }
        });
    }

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "has one code for what cannot be decoded and what cannot be read",
                        Broken.recoding(ENCODING, IO, "readText"),
                        "every_failure_has_its_code"),
                Mutant.of(
                        "fails without a sentence",
                        messages(NOT_EMPTY, (ws, message) -> "no"),
                        "messages_say_what_and_where"),
                Mutant.of(
                        "shows where the root is",
                        messages(NOT_FOUND, (ws, message) -> message + " in " + ws.root()),
                        "messages_hold_no_path_of_the_host",
                        "messages_say_what_and_where"),
                Mutant.of(
                        "forgets the cause",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == ENCODING && call.is("readText")
                                        ? WorkspaceException.at(ENCODING, call.path(), String.valueOf(e.getMessage()))
                                        : e;
                            }
                        }),
                        "the_cause_is_kept"),
                Mutant.of(
                        "leaves an empty file where it fails to write",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == TOO_LARGE && call.is("write")) {
                                    call.real().write(call.path(), new byte[0]);
                                }
                                throw e;
                            }
                        }),
                        "a_failed_operation_changes_nothing"),
                Mutant.of(
                        "writes digits as the locale does",
                        messages(TOO_LARGE, (ws, message) -> digits(message)),
                        "the_default_locale_does_not_matter"),
                Mutant.of(
                        "keeps local times",
                        Broken.twist(call -> {
                            if (call.is("touch") && call.args().length == 1) {
                                call.real()
                                        .touch(
                                                call.path(),
                                                LocalDateTime.ofInstant(Machine.now(), ZoneId.systemDefault())
                                                        .toInstant(ZoneOffset.UTC));
                                return null;
                            }
                            return call.proceed();
                        }),
                        "the_default_time_zone_does_not_matter"));
    }

    private static String digits(String message) {
        char zero = DecimalFormatSymbols.getInstance(Locale.getDefault()).getZeroDigit();
        StringBuilder text = new StringBuilder();
        message.chars().forEach(c -> text.append((char) (c >= '0' && c <= '9' ? c - '0' + zero : c)));
        return text.toString();
    }
}
