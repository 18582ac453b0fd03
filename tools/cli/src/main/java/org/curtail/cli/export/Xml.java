package org.curtail.cli.export;

import java.util.regex.Pattern;

/** Text within XML. */
final class Xml {
  /** Names of elements, but for letters that nobody uses there. */
  static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private Xml() {}

  /** A property as Hadoop's configuration files have it. */
  static String property(String name, Object value) {
    return """
      <property>
        <name>%s</name>
        <value>%s</value>
      </property>
    """
        .formatted(name, value);
  }
}
