package org.curtail.benchkit.replicas;

import java.util.Locale;

/** Choice of the replica for the original attempt of a request; a copy goes to any other. */
public enum FirstReplica {
  /** Any replica, all equally likely. */
  RANDOM,
  /** Each replica in turn. */
  ROUND_ROBIN;

  /** Name on the command line: {@code round-robin}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
