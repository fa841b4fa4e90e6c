# Serves one open sandbox: requests come as lines, answers go out as bytes.
# Each operation goes to a directory by its physical path and then works on single names in it.
unset CDPATH POSIXLY_CORRECT BLOCK_SIZE BLOCKSIZE QUOTING_STYLE VERSION_CONTROL SIMPLE_BACKUP_SUFFIX FINDOPTS
LC_ALL=C
export LC_ALL
set -f
umask 077
nl='
'
record='%y\0%s\0%T@\0%m\0%D:%i\0%f\0%l\0'

fail() {
  s=1
  e=$1
}

# Go to a directory, which must be where its physical path says.
here() {
  if cd -P -- "$1" 2>/dev/null; then
    [ "$PWD" = "$1" ] && return 0
    fail ': Not a directory'
  elif [ -d "$1" ]; then
    fail ': Permission denied'
  elif [ -e "$1" ] || [ -L "$1" ]; then
    fail ': Not a directory'
  else
    fail ': No such file or directory'
  fi
  return 1
}

# Go into a directory of this one, never through a link.
into() {
  from=$PWD
  if [ -L "./$1" ]; then
    fail ': Not a directory'
  elif cd -P -- "./$1" 2>/dev/null; then
    [ "$PWD" = "${from%/}/$1" ] && return 0
    fail ': Not a directory'
  elif [ -d "./$1" ]; then
    fail ': Permission denied'
  elif [ -e "./$1" ]; then
    fail ': Not a directory'
  else
    fail ': No such file or directory'
  fi
  return 1
}

present() {
  { [ -e "./$1" ] || [ -L "./$1" ]; } && return 0
  fail ': No such file or directory'
  return 1
}

plain() {
  if [ -L "./$1" ]; then
    fail ': Too many levels of symbolic links'
  elif [ -f "./$1" ]; then
    return 0
  elif [ -d "./$1" ]; then
    fail ': Is a directory'
  elif [ -e "./$1" ]; then
    fail ': Not a regular file'
  else
    fail ': No such file or directory'
  fi
  return 1
}

# After dd took the content of the request: did it take all of it, and if not, how much of it is left?
taken() {
  case $e in
  *"$nl$size byte"*)
    [ "$s" = 1 ] || e=
    ;;
  *)
    [ "$s" = 1 ] || fail ': content is missing'
    ;;
  esac
  case $e in
  '') size=0 ;;
  *' records in'*)
    # Nobody knows, so nothing that follows could be understood.
    size=0
    bye=1
    ;;
  esac
}

do_look() {
  here "$1" && present "$2" || return 0
  e=$(find "./$2" -maxdepth 0 -printf "$record" 2>&1 >&6) || s=1
}

do_list() {
  here "$1" || return 0
  e=$(find . -ignore_readdir_race -mindepth 1 -maxdepth 1 -printf "$record" 2>&1 >&6) || s=1
}

do_names() {
  here "$1" || return 0
  e=$(find . -ignore_readdir_race -mindepth 1 -maxdepth 1 -printf '%f\0' 2>&1 >&6) || s=1
}

do_here() {
  here "$1"
}

do_enter() {
  here "$1" && into "$2"
}

# Go along a path below a directory, unless it holds a link. Status 2: the path has to be walked.
along() {
  here "$1" || return 1
  [ -n "$2" ] || return 0
  from=$PWD
  cd -P -- "./$2" 2>/dev/null && [ "$PWD" = "${from%/}/$2" ] && return 0
  s=2
  return 1
}

# Describe what a path without links leads to. Status 3: there is nothing at its end.
do_locate() {
  along "$1" "$2" || return 0
  present "$3" || {
    s=3
    e=
    return 0
  }
  e=$(find "./$3" -maxdepth 0 -printf "$record" 2>&1 >&6) || s=1
}

do_readable() {
  here "$1" && plain "$2" || return 0
  [ -r "./$2" ] || fail ': Permission denied'
}

# Print a part of a file.
do_get() {
  here "$1" && part "$2" "$3" "$4"
}

# Print a file to which a path without links leads, or say that it has to be walked.
do_fetch() {
  along "$1" "$2" || return 0
  part "$3" 0 "$4"
  [ "$s" = 0 ] || s=2
}

# A FIFO that was swapped in reads as empty, as nobody writes to it: then look once more.
part() {
  tries=0
  while plain "$1"; do
    e=$(dd if="./$1" iflag=nofollow,nonblock,fullblock,count_bytes,skip_bytes bs=262144 \
      skip="$2" count="$3" 2>&1 >&6) || s=1
    [ "$s" = 0 ] && [ "$2" = 0 ] && [ "$3" != 0 ] || break
    case $e in
    *"${nl}0 bytes"*) ;;
    *) break ;;
    esac
    [ -f "./$1" ] && [ ! -s "./$1" ] && break
    tries=$((tries + 1))
    [ "$tries" -le 20 ] || {
      fail ': Not a regular file'
      break
    }
  done
}

# Print a file to its end; no count is known.
do_stream() {
  here "$1" && plain "$2" || return 0
  e=$(dd if="./$2" iflag=nofollow,nonblock,fullblock,skip_bytes bs=262144 skip="$3" 2>&1 >&6) || s=1
}

# Make an empty file: directory, name, umask, mode or -.
do_create() {
  here "$1" || return 0
  if [ -e "./$2" ] || [ -L "./$2" ]; then
    fail ': File exists'
    return 0
  fi
  umask "$3"
  set -C
  { { true; } >"./$2"; } 2>/dev/null || {
    # The tool says why.
    e=$(dd if=/dev/null of="./$2" conv=excl 2>&1) && e= || s=1
  }
  set +C
  umask 077
  [ "$s" != 0 ] || mode "$2" "$4"
}

mode() {
  [ "$2" = - ] || e=$(chmod -- "$2" "./$1" 2>&1) || s=1
}

# Write the content into a file at an offset.
do_pour() {
  here "$1" && plain "$2" || return 0
  e=$(dd of="./$2" oflag=nofollow,nonblock,seek_bytes conv=notrunc iflag=fullblock,count_bytes bs=262144 \
    count="$size" seek="$3" 2>&1 <&5) || s=1
  taken
}

# Cut a file to a size.
do_cut() {
  here "$1" && plain "$2" || return 0
  e=$(dd if=/dev/null of="./$2" oflag=nofollow,nonblock,seek_bytes bs=1 count=0 seek="$3" 2>&1) && e= || s=1
}

# Write a file by way of a temporary one: directory, name, temporary name, umask, mode or -, new or over, as old or -.
do_put() {
  here "$1" && fill "$3" "$4" && settle "$@"
}

# Write a file to which a path without links leads: directory, parents, name, temporary name, umask, and the mode, - for
# what the umask gives, or old for that of the file which is there. Status 2: the path has to be walked, as nothing was
# done.
do_replace() {
  along "$1" "$2" && ours "$3" "$6" && fill "$4" "${kept:-$5}" && take_over "$3" "$4" "$6"
}

# The same with the content as the last word, escaped.
do_rewrite() {
  along "$1" "$2" && ours "$3" "$6" && jot "$4" "${kept:-$5}" "$7" && take_over "$3" "$4" "$6"
}

# Is there nothing of this name, or a file of ours? What gets the mode of that is nobody else's to read before.
ours() {
  kept=
  if [ -L "./$1" ]; then
    s=2
  elif [ -f "./$1" ] && [ -O "./$1" ] && [ -G "./$1" ]; then
    [ "$2" != old ] || kept=077
  elif [ -e "./$1" ]; then
    s=2
  fi
  [ "$s" = 0 ]
}

take_over() {
  if [ -n "$kept" ]; then
    chmod --reference="./$1" -- "./$2" 2>/dev/null || s=2
  elif [ "$3" != old ]; then
    mode "$2" "$3"
  fi
  [ "$s" != 0 ] || shift_it "$2" "./$1" over
  [ "$s" = 0 ] || unlink -- "./$2" 2>/dev/null
}

# Write a new file: directory, name, umask, mode or -, time or -.
do_make() {
  here "$1" && fill "$2" "$3" && finish "$@"
}

# The same with the content as the last word, escaped.
do_note() {
  here "$1" && jot "$2" "$3" "$6" && finish "$@"
}

do_jot() {
  here "$1" && jot "$3" "$4" "$8" && settle "$@"
}

finish() {
  mode "$2" "$4"
  if [ "$s" = 0 ] && [ "$5" != - ]; then
    e=$(touch -h -m -d "$5" -- "./$2" 2>&1) || s=1
  fi
  [ "$s" = 0 ] || unlink -- "./$2" 2>/dev/null
}

fill() {
  umask "$2"
  e=$(dd of="./$1" conv=excl iflag=fullblock,count_bytes bs=262144 count="$size" 2>&1 <&5) || s=1
  umask 077
  taken
  [ "$s" = 0 ] || unmake "$1"
}

jot() {
  if [ -e "./$1" ] || [ -L "./$1" ]; then
    fail ': File exists'
    return 1
  fi
  umask "$2"
  set -C
  made=
  {
    {
      made=1
      printf '%b' "$3"
    } >"./$1"
  } 2>/dev/null || {
    [ -z "$made" ] || unlink -- "./$1" 2>/dev/null
    # The tool says why.
    e=$(printf '%b' "$3" | dd of="./$1" conv=excl 2>&1) && e= || s=1
  }
  set +C
  umask 077
  [ "$s" = 0 ] || unmake "$1"
}

# Take back a file of which not all was written, unless it was there before.
unmake() {
  case $e in
  *': File exists'*) ;;
  *) unlink -- "./$1" 2>/dev/null ;;
  esac
  return 1
}

settle() {
  mode "$3" "$5"
  [ "$s" != 0 ] || [ "$7" = - ] || same_owner "$2" "./$3"
  [ "$s" != 0 ] || shift_it "$3" "./$2" "$6"
  [ "$s" = 0 ] || unlink -- "./$3" 2>/dev/null
}

do_mkdir() {
  here "$1" || return 0
  umask "$3"
  e=$(mkdir -- "./$2" 2>&1) || s=1
  umask 077
  [ "$s" != 0 ] || mode "$2" "$4"
}

do_symlink() {
  here "$1" || return 0
  e=$(ln -s -T -- "$3" "./$2" 2>&1) || s=1
}

do_unlink() {
  here "$1" && present "$2" || return 0
  e=$(unlink -- "./$2" 2>&1) || s=1
}

do_rmdir() {
  here "$1" && present "$2" || return 0
  e=$(rmdir -- "./$2" 2>&1) || s=1
}

# Remove with all that is below, as far as it lets itself be removed.
do_purge() {
  here "$1" && present "$2" || return 0
  e=$(rm -r -f -- "./$2" 2>&1) || s=1
}

# Rename: directory, name, directory, name, new or over.
do_rename() {
  if [ "$1" = "$3" ]; then
    here "$1" && shift_it "$2" "./$4" "$5"
    return 0
  fi
  here "$3" || return 0
  held=
  {
    held=1
    here "$1" && present "$2" && one_device && shift_it "$2" "/proc/self/fd/4/$4" "$5"
  } 4<.
  [ -n "$held" ] || fail ': Permission denied'
}

one_device() {
  devices=$(find . /proc/self/fd/4/. -maxdepth 0 -printf '%D ' 2>/dev/null)
  first=${devices%% *}
  [ "$devices" = "$first $first " ] && return 0
  fail ': Invalid cross-device link'
  return 1
}

# Rename a name of this directory; mv and ln take what they are given for what it is, not for a directory to go into.
shift_it() {
  present "$1" || return 0
  if [ "$3" = over ]; then
    e=$(mv -f -T -- "./$1" "$2" 2>&1) || s=1
  elif [ -d "./$1" ] && [ ! -L "./$1" ]; then
    # An empty directory takes the name, and only an empty one can be replaced.
    e=$(mkdir -- "$2" 2>&1) || {
      s=1
      return 0
    }
    e=$(mv -f -T -- "./$1" "$2" 2>&1) || {
      s=1
      rmdir -- "$2" 2>/dev/null
    }
  else
    e=$(ln -P -T -- "./$1" "$2" 2>&1) && {
      e=$(unlink -- "./$1" 2>&1) || s=1
      return 0
    }
    case $e in
    *': File exists' | *': No such file or directory' | *ross-device\ link) s=1 ;;
    *) place_held "$1" "$2" ;;
    esac
  fi
}

# Without hard links an empty file takes the name, and the rename replaces it.
place_held() {
  e=$(dd if=/dev/null of="$2" conv=excl 2>&1) || {
    s=1
    return 0
  }
  e=$(mv -f -T -- "./$1" "$2" 2>&1) || {
    s=1
    unlink -- "$2" 2>/dev/null
  }
}

do_chmod() {
  here "$1" || return 0
  if [ "$2" = . ]; then
    e=$(chmod -- "$3" . 2>&1) || s=1
    return 0
  fi
  present "$2" || return 0
  if [ -L "./$2" ]; then
    fail ': Not a directory'
  elif [ -d "./$2" ] && into "$2"; then
    e=$(chmod -- "$3" . 2>&1) || s=1
  else
    s=0
    [ "$PWD" = "$1" ] && e=$(chmod -- "$3" "./$2" 2>&1) || s=1
  fi
}

do_touch() {
  here "$1" && present "$2" || return 0
  e=$(touch -h -m -d "$3" -- "./$2" 2>&1) || s=1
}

# Give a file the owner of another, where they differ and the system allows it.
do_owner() {
  here "$1" || return 0
  same_owner "$2" "./$3"
}

same_owner() {
  { [ -O "./$1" ] && [ -G "./$1" ]; } && return 0
  owner=$(find "./$1" -maxdepth 0 -printf '%U:%G' 2>/dev/null)
  [ -z "$owner" ] || chown -h -- "$owner" "$2" 2>/dev/null
  return 0
}

do_stage() {
  e=$(mktemp -d -- "${TMPDIR:-/tmp}/cofferdam-XXXXXXXXXX" 2>&1 >&6) || s=1
}

# Try out everything that is needed. Prints the physical root and how find prints a time before 1970, then what fails.
do_probe() {
  cd -P -- "$1" 2>/dev/null || {
    fail ': No such file or directory'
    return 0
  }
  root=$PWD
  lacks=
  work=$root/$2
  mkdir -- "$work" 2>/dev/null || work=${TMPDIR:-/tmp}/$2
  [ -d "$work" ] || mkdir -- "$work" 2>/dev/null
  early=
  if here "$work"; then
    try_out
    cd /
    rm -r -f -- "$work" 2>/dev/null
    { [ -e "$work" ] && lacks="$lacks${nl}rm -r -f"; } || :
  else
    lacks="$lacks${nl}a directory that can be written"
    fail ''
    s=0
  fi
  printf '%s\0%s\0%s' "$root" "$early" "${lacks#"$nl"}"
}

try() {
  [ "$2" = "$3" ] || lacks="$lacks$nl$1"
}

# Each tool does once what it will be asked to; what came of it is then seen at one look.
try_out() {
  try 'printf %b' "$(printf '%b' 'a\0012b')" "a${nl}b"
  printf 'hello' >f
  mkdir -- d d/e
  try 'dd iflag=nofollow,nonblock,fullblock,count_bytes,skip_bytes' \
    "$(dd if=./f iflag=nofollow,nonblock,fullblock,count_bytes,skip_bytes bs=8 skip=1 count=3 2>/dev/null)" ell
  {
    dd if=./f of=./g conv=excl iflag=fullblock,count_bytes bs=8 count=2
    dd if=./f of=./g oflag=nofollow,nonblock,seek_bytes conv=notrunc iflag=fullblock,count_bytes bs=8 seek=4 count=2
    dd if=/dev/null of=./f conv=excl
    ln -s -T -- d l
    ln -P -T -- f h
    ln -P -T -- f l
    try 'dd iflag=nofollow' "$(dd if=./l iflag=nofollow || printf no)" no
    ln -s -T -- nowhere k
    mv -f -T -- h l
    touch -h -m -d @1.123456789 -- g
    touch -h -m -d @-1.5 -- f
    chmod -- 00751 d
    chmod --reference=./d -- ./g
    rmdir -- d/e
    printf 'x' >u
    unlink -- u
    try 'head -c' "$(head -c 2 <f)" he
    seen=$({ cd / && find /proc/self/fd/4/. -ignore_readdir_race -mindepth 1 -printf ';%P=%y%s,%m,%l,%T@'; } 4<.)
  } 2>/dev/null
  seen="$seen;"
  case $seen in
  *';d=d'*) ;;
  *)
    lacks="$lacks${nl}find -printf, or /proc/self/fd"
    return 0
    ;;
  esac
  saw 'dd conv=excl' ';f=f5,'
  saw 'dd oflag=nofollow,nonblock,seek_bytes' ';g=f6,'
  saw 'chmod --reference' ';g=f6,751,'
  saw 'ln -s -T' ';k=l7,777,nowhere,'
  saw 'ln -P -T and mv -f -T' ';l=f5,'
  saw 'touch -h -d' ',1.1234567890;'
  saw 'chmod' ',751,,'
  case $seen in
  *';d/'* | *';h='*) lacks="$lacks${nl}ln -T, mv -T or rmdir" ;;
  *';u='*) lacks="$lacks${nl}unlink" ;;
  esac
  early=${seen#*;f=}
  early=${early%%;*}
  early=${early##*,}
  try 'test -O' "$([ -O f ] && [ -G f ] && printf yes)" yes
}

saw() {
  case $seen in
  *"$2"*) ;;
  *) lacks="$lacks$nl$1" ;;
  esac
}

word() {
  IFS= read -r a <&5 || exit 0
  case $a in
  %*)
    a=$(printf '%b.' "${a#%}")
    a=${a%.}
    ;;
  *) a=${a#=} ;;
  esac
}

# Whatever fails without saying so has failed.
run_it() {
  e=
  s=0
  "do_$op" "$@" || [ "$s" != 0 ] || fail ': the script failed'
}

answer() {
  printf '\0%s\0%s %s\n' "$e" "$id" "$s"
}

case $1 in
serve)
  exec 5<&0 6>&1 </dev/null
  bye=
  while [ -z "$bye" ] && IFS=' ' read -r id op words size <&5; do
    set --
    while [ "$#" -lt "$words" ]; do
      word
      set -- "$@" "$a"
    done
    run_it "$@"
    [ "$size" = 0 ] || head -c "$size" <&5 >/dev/null
    answer
    cd /
  done
  ;;
once)
  # id, operation, size and place of the content or -, then the words, escaped
  id=$2 op=$3 size=$4 content=$5
  shift 5
  if [ "$content" = - ]; then
    exec 5</dev/null 6>&1
  else
    exec 5<"$content" 6>&1
    unlink -- "$content"
  fi
  words=$#
  while [ "$words" -gt 0 ]; do
    a=$1
    case $a in
    *\\*)
      a=$(printf '%b.' "$a")
      a=${a%.}
      ;;
    esac
    shift
    set -- "$@" "$a"
    words=$((words - 1))
  done
  run_it "$@"
  answer
  ;;
esac
