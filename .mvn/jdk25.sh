# Sets JAVA_HOME to a JDK 25, wherever it is installed. Sourced by ./curtail and ./mvnw, because the
# machine's default java is often an older one. Reads the JDKs' own `release` files and starts nothing.

is_jdk_25() {
  [ -x "$1/bin/javac" ] && grep -q '^JAVA_VERSION="25[.+"]' "$1/release" 2>/dev/null
}

java_on_path() {
  # command -v answers with a chain of links; the JDK is two folders above the file at its end.
  found=$(command -v java 2>/dev/null) || return 1
  found=$(readlink -f "$found" 2>/dev/null) || return 1
  dirname "$(dirname "$found")"
}

find_jdk_25() {
  if [ -n "${JAVA_HOME-}" ] && is_jdk_25 "$JAVA_HOME"; then
    return 0
  fi
  # mvnw runs with globbing off; the search below needs it.
  case $- in *f*) globbing_was_off=1; set +f ;; *) globbing_was_off= ;; esac
  jdk=
  for candidate in \
    "$(java_on_path)" \
    "${JDK25_HOME-}" \
    /usr/lib/jvm/* \
    /usr/lib64/jvm/* \
    /opt/java/* /opt/jdk* /opt/*jdk* \
    /usr/local/*jdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
    "${HOME-}"/.sdkman/candidates/java/* \
    "${HOME-}"/.jdks/* \
    "${HOME-}"/.asdf/installs/java/* \
    "${HOME-}"/.local/share/mise/installs/java/*; do
    if [ -n "$candidate" ] && is_jdk_25 "$candidate"; then
      jdk=$candidate
      break
    fi
  done
  [ -z "$globbing_was_off" ] || set -f
  if [ -z "$jdk" ]; then
    echo "curtail needs a JDK 25 and found none: install one (https://adoptium.net/temurin/releases/?version=25," >&2
    echo "'apt install temurin-25-jdk', 'brew install openjdk@25', 'sdk install java 25-tem') or set JAVA_HOME to it." >&2
    return 1
  fi
  JAVA_HOME=$jdk
  export JAVA_HOME
}

find_jdk_25 || exit 1
