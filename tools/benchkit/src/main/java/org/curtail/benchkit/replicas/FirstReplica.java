package org.curtail.benchkit.replicas;

import java.util.Locale;

/** To which replica the first copy of a request goes; a second one goes to any other. */
public enum FirstReplica {
  /** Any, each as likely as the others. */
  RANDOM,
  /** One after the other. */
  ROUND_ROBIN;

  /** As on the command line: {@code round-robin}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
