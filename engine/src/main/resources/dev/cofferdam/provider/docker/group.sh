# Signals the session of a command, or tells who is in it.
# Arguments: pid of the leader, its start time, the signal or "-".
# Prints the pid and the name of each living member, and "end" when all is done.
look() {
  s=
  while IFS= read -r x; do s=$s$x; done <"$1"
}
stat() {
  z=$1 g=$3 n=$4
  shift 19
  b=$1
}
exec 2>/dev/null
# When the pid has another process now, the session is not the command's any more.
if [ -r "/proc/$1/stat" ]; then
  look "/proc/$1/stat"
  if [ -n "$s" ]; then
    stat ${s##*) }
    [ "$b" = "$2" ] || { echo end; exit 0; }
  fi
fi
q= o=
for f in /proc/[1-9]*/stat; do
  p=${f#/proc/}
  p=${p%/stat}
  look "$f"
  [ -n "$s" ] || continue
  w=${s#*(}
  w=${w%)*}
  stat ${s##*) }
  [ "$n" = "$1" ] && [ "$b" -ge "$2" ] && [ "$z" != Z ] && [ "$z" != X ] || continue
  printf '%s %s\n' "$p" "$w"
  case " $q " in
    *" -$g "*) ;;
    *) q="$q -$g" ;;
  esac
done
if [ "$3" = - ]; then q=; fi
for g in $q; do
  kill "-$3" "$g"
  # A stopped group takes the signal when it goes on.
  if [ "$3" = TERM ]; then kill -CONT "$g"; fi
done
echo end
