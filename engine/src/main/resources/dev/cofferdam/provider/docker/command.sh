# Runs a command and tells the client when it begins and ends: the first line of
# stderr has our pid and start time, and marks end both streams, that of stderr
# with the exit code and with what the command left. The marks are hints that
# the client checks. Variables of the command may have any name but
# ours, which are not exported.
# Arguments: mark, kill or keep, directory, the command's words.
cfd_m=$1 cfd_k=$2 cfd_d=$3 cfd_a=0 cfd_x=0
shift 3
umask 022
cfd_look() {
  cfd_s=
  while IFS= read -r cfd_y; do cfd_s=$cfd_s$cfd_y; done <"$1"
}
cfd_stat() {
  cfd_z=$1 cfd_q=$2 cfd_n=$4
  shift 19
  cfd_b=$1
}
cfd_look /proc/$$/stat
# The name of a program may hold blanks and parentheses: cut after the last one.
cfd_stat ${cfd_s##*) }
printf '\036%s %s %s\n' "$cfd_m" $$ "$cfd_b" >&2
if [ -n "$HOME" ] && [ ! -d "$HOME" ]; then mkdir -p -m 700 "$HOME" 2>/dev/null; fi
# A shell that has programs built in runs them whatever PATH says: look for ourselves then.
case $1 in
  */*) ;;
  *)
    cfd_o=$PATH
    PATH=/proc
    if command -v head >/dev/null 2>&1; then cfd_x=127; fi
    PATH=$cfd_o
    ;;
esac
if [ $cfd_x = 127 ]; then
  cfd_i=$IFS
  IFS=:
  set -f
  for cfd_p in $PATH; do
    if [ -f "$cfd_p/$1" ] && [ $cfd_x != 0 ]; then
      cfd_x=126
      if [ -x "$cfd_p/$1" ]; then
        cfd_x=0
        cfd_f=$cfd_p/$1
      fi
    fi
  done
  set +f
  IFS=$cfd_i
  if [ $cfd_x = 0 ]; then
    shift
    set -- "$cfd_f" "$@"
  else
    cfd_f=$1
  fi
fi
cfd_e=" $$ "
cfd_left() {
  cfd_l= cfd_v=
  for cfd_f in /proc/[1-9]*/stat; do
    cfd_p=${cfd_f#/proc/}
    cfd_p=${cfd_p%/stat}
    case $cfd_e in *" $cfd_p "*) continue ;; esac
    [ -r "$cfd_f" ] || continue
    cfd_look "$cfd_f"
    [ -n "$cfd_s" ] || continue
    cfd_stat ${cfd_s##*) }
    if [ "$cfd_n" = $$ ] && [ "$cfd_z" != Z ] && [ "$cfd_z" != X ]; then
      cfd_l="$cfd_l $cfd_p"
      cfd_y=${cfd_s#*(}
      cfd_v="$cfd_v$cfd_p ${cfd_y%)*}/"
    fi
  done
}
cfd_run() {
  trap 'cfd_a=1' TERM
  trap : HUP INT QUIT USR1 USR2 PIPE
  # The shell's own remarks, such as "Terminated", are not the command's.
  exec 3>&2 2>/dev/null
  case $cfd_x in
    0) (cd -- "$cfd_d" && exec "$@") 2>&3 3>&- 5>&- 6>&- 7>&- 8>&- ;;
    126) (echo "sh: $cfd_f: Permission denied" && exit 126) >&3 ;;
    *) (echo "sh: $cfd_f: not found" && exit 127) >&3 ;;
  esac
  cfd_c=$?
  cfd_r=0
  while [ $cfd_r -lt 500 ]; do
    cfd_left
    # After a TERM the rest has its time to end; whoever sent it looks after that.
    [ "$cfd_k" = kill ] && [ $cfd_a = 0 ] && [ -n "$cfd_l" ] || break
    kill -9 $cfd_l
    cfd_r=$((cfd_r + 1))
  done
  printf '\036%s.' "$cfd_m"
  printf '\036%s.%s;%s;' "$cfd_m" $cfd_c "$cfd_v" >&3
  return $cfd_c
}
if [ "$cfd_k" = kill ]; then
  cfd_run "$@"
  exit $?
fi
# The daemon stops reading a while after the end, and whoever prints then would
# be killed: what is kept prints into pipes that somebody empties for ever.
cfd_drain() {
  if command -v setsid >/dev/null; then
    setsid sh -c 'cat; exec cat >/dev/null' <&9 9<&- 2>/dev/null 5>&- 6>&- 7>&- 8>&- &
  else
    { cat; exec cat >/dev/null; } <&9 9<&- 2>/dev/null 5>&- 6>&- 7>&- 8>&- &
  fi
}
trap : TERM HUP INT QUIT USR1 USR2 PIPE
exec 6>&1 7>&2
cfd_c=$(
  {
    {
      trap : TERM HUP INT QUIT USR1 USR2 PIPE
      {
        # The shells between us and the first one are no processes of the command.
        cfd_look /proc/self/stat
        cfd_e="$cfd_e${cfd_s%% *} "
        cfd_stat ${cfd_s##*) }
        while [ "$cfd_q" != $$ ] && [ -r "/proc/$cfd_q/stat" ]; do
          cfd_e="$cfd_e$cfd_q "
          cfd_look "/proc/$cfd_q/stat"
          cfd_stat ${cfd_s##*) }
        done
        cfd_run "$@"
        printf %s $? >&5
      } 2>&1 >&8 8>&- | { cfd_drain >&7; } 9<&0
    } 8>&1 | { cfd_drain >&6; } 9<&0
  } 5>&1
)
exit "$cfd_c"
