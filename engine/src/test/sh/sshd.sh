#!/bin/sh
# Starts an OpenSSH server for tests: on a loopback port, with keys made for it
# alone, for the user who starts it, whose own start-up files play no part: the
# home is the directory. It ends when its standard input does.
#
# sshd.sh DIRECTORY PORT [LINE-OF-CONFIGURATION...]
set -eu
dir=$1
port=$2
shift 2
sshd=$(command -v sshd || ls /usr/sbin/sshd)
# As root it insists on this directory.
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
for type in ed25519 ecdsa; do
  [ -f "$dir/host_$type" ] || ssh-keygen -q -t "$type" -N '' -C test -f "$dir/host_$type"
done
[ -f "$dir/user" ] || ssh-keygen -q -t ecdsa -N '' -C test -f "$dir/user"
cp "$dir/user.pub" "$dir/authorized_keys"
for line in "$@"; do printf '%s\n' "$line"; done >"$dir/config"
cat >>"$dir/config" <<END
ListenAddress 127.0.0.1
Port $port
HostKey $dir/host_ed25519
HostKey $dir/host_ecdsa
AuthorizedKeysFile $dir/authorized_keys
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
PermitRootLogin prohibit-password
MaxStartups 100
KexAlgorithms curve25519-sha256
SetEnv HOME=$dir
END
for type in ed25519 ecdsa; do
  read -r kind key comment <"$dir/host_$type.pub"
  printf '[127.0.0.1]:%s %s %s\n' "$port" "$kind" "$key"
done >"$dir/known_hosts"
"$sshd" -D -f "$dir/config" -E "$dir/log" </dev/null &
pid=$!
trap 'kill "$pid" 2>/dev/null' EXIT INT TERM
tries=0
until ssh-keyscan -p "$port" 127.0.0.1 2>/dev/null | grep -q .; do
  tries=$((tries + 1))
  if [ "$tries" -gt 100 ]; then
    cat "$dir/log"
    exit 1
  fi
  sleep 0.1
done
echo started
cat >/dev/null
