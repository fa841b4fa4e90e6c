package dev.cofferdam.internal.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A machine whose names and addresses a test sets. */
final class TestMachine implements Machine {
    private final Map<String, List<List<InetAddress>>> names = new ConcurrentHashMap<>();
    private final AtomicInteger lookUps = new AtomicInteger();

    /** Have a name lead to addresses. */
    TestMachine name(String name, List<String> answer) {
        return name(name, answer, answer);
    }

    /** Have a name lead to addresses; when it is looked up again, to others. */
    TestMachine name(String name, List<String> first, List<String> later) {
        names.put(
                name,
                Stream.of(first, later)
                        .map(answer -> answer.stream()
                                .map(text -> Host.parse(text).address().orElseThrow())
                                .toList())
                        .toList());
        return this;
    }

    int lookUps() {
        return lookUps.get();
    }

    @Override
    public List<InetAddress> resolve(String name) throws UnknownHostException {
        List<List<InetAddress>> answers = names.get(name);
        if (answers == null) {
            throw new UnknownHostException(name);
        }
        return answers.get(Math.min(lookUps.getAndIncrement(), answers.size() - 1));
    }

    @Override
    public Set<InetAddress> addresses() {
        return Set.of();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
