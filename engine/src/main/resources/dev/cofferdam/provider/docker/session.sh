# Signals the session of a command, or tells who is in it: once, for its arguments,
# or without any for each line of its input, until that ends; a line with a token
# alone asks for nothing but the end.
# Arguments: a token, pid of the leader, its start time, the signal or "-".
# Prints the token with the pid and the name of each living member, and with
# "end" when all is done. Nothing is forked, as there may be room for no process.
look() {
  s=
  while IFS= read -r x; do s=$s$x; done <"$1"
}
stat() {
  z=$1 g=$3 n=$4
  shift 19
  b=$1
}
session() {
  # When the pid has another process now, the session is not the command's any more.
  if [ -r "/proc/$2/stat" ]; then
    look "/proc/$2/stat"
    if [ -n "$s" ]; then
      stat ${s##*) }
      [ "$b" = "$3" ] || return 0
    fi
  fi
  q=
  for f in /proc/[1-9]*/stat; do
    p=${f#/proc/}
    p=${p%/stat}
    look "$f"
    [ -n "$s" ] || continue
    w=${s#*(}
    w=${w%)*}
    stat ${s##*) }
    [ "$n" = "$2" ] && [ "$b" -ge "$3" ] && [ "$z" != Z ] && [ "$z" != X ] || continue
    printf '%s %s %s\n' "$1" "$p" "$w"
    case " $q " in
      *" -$g "*) ;;
      *) q="$q -$g" ;;
    esac
  done
  if [ "$4" = - ]; then q=; fi
  for g in $q; do
    kill "-$4" "$g"
    # A stopped group takes the signal when it goes on.
    if [ "$4" = TERM ]; then kill -CONT "$g"; fi
  done
}
exec 2>/dev/null
if [ $# = 0 ]; then
  while read -r t l m k; do
    [ -z "$l" ] || session "$t" "$l" "$m" "$k"
    echo "$t end"
  done
else
  session "$@"
  echo "$1 end"
fi
