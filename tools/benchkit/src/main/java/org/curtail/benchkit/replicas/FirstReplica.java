package org.curtail.benchkit.replicas;

import java.util.Locale;

/** Choice of the replica for the first copy of a request; a second one goes to any other. */
public enum FirstReplica {
  /** Any replica, all equally likely. */
  RANDOM,
  /** One after the other. */
  ROUND_ROBIN;

  /** Name on the command line: {@code round-robin}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
