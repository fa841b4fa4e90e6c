package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTests {
    private final AddressGuard guard = new AddressGuard(Set.of(address("203.0.113.7"), address("[2001:db8::7]")));

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, this machine",
        "127.255.255.255, this machine",
        "0.0.0.0, this machine",
        "0.1.2.3, this machine",
        "203.0.113.7, this machine",
        "169.254.169.254, a metadata service",
        "169.254.170.2, a metadata service",
        "169.254.1.1, a link-local address",
        "100.100.100.200, a metadata service",
        "168.63.129.16, a metadata service",
        "192.0.0.192, a metadata service",
        "10.1.2.3, a private network",
        "172.16.0.1, a private network",
        "172.31.255.255, a private network",
        "192.168.1.1, a private network",
        "100.64.0.1, a private network",
        "224.0.0.1, a multicast address",
        "255.255.255.255, a reserved address",
        "[::1], this machine",
        "[::], this machine",
        "[2001:db8::7], this machine",
        "[fd00:ec2::254], a metadata service",
        "[fe80::1], a link-local address",
        "[fd12::1], a private network",
        "[fec0::1], a private network",
        "[ff02::1], a multicast address",
    })
    void a_name_must_not_lead_there(String host, String what) {
        assertThat(guard.objection(address(host))).contains(what);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[::ffff:127.0.0.1]",
                "[::127.0.0.1]",
                "[::ffff:0:127.0.0.1]",
                "[64:ff9b::127.0.0.1]",
                "[64:ff9b::a9fe:a9fe]",
                "[64:ff9b:1::127.0.0.1]",
                "[2002:7f00:1::]",
                "[2002:a9fe:a9fe::1]",
                "[2001:0:1:2:3:4:80ff:fffe]",
                "[2001:4860::5efe:7f00:1]",
                "[2001:4860::200:5efe:10.0.0.1]",
                "[64:ff9b::203.0.113.7]"
            })
    void an_ipv4_address_is_found_inside_of_an_ipv6_address(String host) {
        assertThat(guard.objection(address(host))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "172.15.255.255",
                "172.32.0.1",
                "126.255.255.255",
                "128.0.0.1",
                "100.128.0.1",
                "203.0.113.8",
                "[2606:4700::1111]",
                "[64:ff9b::1.1.1.1]",
                "[2002:101:101::1]",
                "[2001:db8::8]"
            })
    void other_addresses_are_open_to_names(String host) {
        assertThat(guard.objection(address(host))).isEmpty();
    }

    @Test
    void the_zone_of_an_own_address_makes_no_difference() throws UnknownHostException {
        InetAddress zoned =
                Inet6Address.getByAddress(null, address("[2001:db8::9]").getAddress(), 1);
        assertThat(new AddressGuard(Set.of(zoned)).objection(address("[2001:db8::9]")))
                .contains("this machine");
    }

    private static InetAddress address(String host) {
        return Host.parse(host).address().orElseThrow();
    }
}
