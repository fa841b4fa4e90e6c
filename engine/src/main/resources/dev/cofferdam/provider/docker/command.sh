# Runs a command and tells the client when it begins and ends: the first line of
# stderr has our pid and start time, and marks end both streams. The marks are
# hints that the client checks with the daemon.
# Arguments: mark, kill or keep, directory, the command's words.
m=$1 k=$2 d=$3
shift 3
umask 022
a=0
look() {
  s=
  while IFS= read -r x; do s=$s$x; done <"$1"
}
stat() {
  z=$1 n=$4
  shift 19
  b=$1
}
look /proc/$$/stat
# The name of a program may hold blanks and parentheses: cut after the last one.
stat ${s##*) }
printf '\036%s %s %s\n' "$m" $$ "$b" >&2
if [ -n "$HOME" ] && [ ! -d "$HOME" ]; then mkdir -p -m 700 "$HOME" 2>/dev/null; fi
left() {
  l=
  for f in /proc/[1-9]*/stat; do
    p=${f#/proc/}
    p=${p%/stat}
    [ "$p" != $$ ] && [ -r "$f" ] || continue
    look "$f"
    [ -n "$s" ] || continue
    stat ${s##*) }
    if [ "$n" = $$ ] && [ "$z" != Z ] && [ "$z" != X ]; then l="$l $p"; fi
  done
}
run() {
  trap 'a=1' TERM
  trap : HUP INT QUIT USR1 USR2 PIPE
  # The shell's own remarks, such as "Terminated", are not the command's.
  exec 3>&2 2>/dev/null
  (cd -- "$d" && exec "$@") 2>&3 3>&- 5>&- 6>&- 7>&- 8>&-
  c=$?
  r=0
  while [ $r -lt 500 ]; do
    left
    # After a TERM the rest has its time to end; whoever sent it looks after that.
    [ "$k" = kill ] && [ $a = 0 ] && [ -n "$l" ] || break
    kill -9 $l
    r=$((r + 1))
  done
  if [ -n "$l" ]; then l=1; else l=0; fi
  printf '\036%s.' "$m"
  printf '\036%s.%s' "$m" $l >&3
  return $c
}
if [ "$k" = kill ]; then
  run "$@"
  exit $?
fi
# The daemon stops reading a while after the end, and whoever prints then would
# be killed: what is kept prints into pipes that somebody empties for ever.
drain() {
  if command -v setsid >/dev/null; then
    setsid sh -c 'cat; exec cat >/dev/null' <&9 9<&- 2>/dev/null 5>&- 6>&- 7>&- 8>&- &
  else
    { cat; exec cat >/dev/null; } <&9 9<&- 2>/dev/null 5>&- 6>&- 7>&- 8>&- &
  fi
}
trap : TERM HUP INT QUIT USR1 USR2 PIPE
exec 6>&1 7>&2
c=$(
  {
    {
      trap : TERM HUP INT QUIT USR1 USR2 PIPE
      {
        run "$@"
        printf %s $? >&5
      } 2>&1 >&8 8>&- | { drain >&7; } 9<&0
    } 8>&1 | { drain >&6; } 9<&0
  } 5>&1
)
exit "$c"
