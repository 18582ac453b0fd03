# Starts the command. ./curtail of a checkout and bin/curtail of the zip source this file. They set $class_path,
# $program (the name that help and messages show), and $root if there is a checkout to build from.

# --memory SIZE of curtail traces bounds the whole process: a bit less than half of it is Java's heap.
heap_of() {
  number=${1%[kKmMgG]*}
  case $number in '' | *[!0-9]* | ???????*) return 0 ;; esac
  case $1 in
    *[kK] | *[kK][bB]) number=$((number / 1024)) ;;
    *[gG] | *[gG][bB]) number=$((number * 1024)) ;;
    *[mM] | *[mM][bB]) ;;
    *) return 0 ;;
  esac
  [ "$number" -lt 256 ] || echo "-Xmx$((number * 45 / 100))m"
}

heap=
if [ "${1-}" = traces ]; then
  before=
  for word in "$@"; do
    case $before in --memory) heap=$(heap_of "$word") ;; esac
    case $word in --memory=*) heap=$(heap_of "${word#--memory=}") ;; esac
    before=$word
  done
fi

# CURTAIL_JAVA_OPTS: more options for java, for example -Xmx8g.
exec "$JAVA_HOME/bin/java" -XX:+UseG1GC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow $heap ${root:+"-Dcurtail.checkout=$root"} -Dcurtail.program="$program" ${CURTAIL_JAVA_OPTS-} -cp "$class_path" org.curtail.cli.Main "$@"
