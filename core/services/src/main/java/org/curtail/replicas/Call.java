package org.curtail.replicas;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to one shard, on its way. */
final class Call {
  /** The request's place times the shards, plus the shard. */
  final int index;

  final int request;
  final int shard;
  final double arrivalMillis;

  /** In the order they were sent. */
  final List<Copy> copies = new ArrayList<>(2);

  /** The calls of the same request, itself among them; empty if it asks one shard only. */
  final List<Call> siblings;

  /** Whether nobody waits for an answer any longer. */
  boolean closed;

  /** Whether the time of its first planned copy has come, be it needed or not. */
  boolean wasDue;

  /** Who answered first. */
  @Nullable Copy winner;

  Call(int index, int request, int shard, double arrivalMillis, List<Call> siblings) {
    this.index = index;
    this.request = request;
    this.shard = shard;
    this.arrivalMillis = arrivalMillis;
    this.siblings = siblings;
  }

  /** Whether a server has, or had, a copy. */
  boolean tried(Server server) {
    for (Copy copy : copies) {
      if (copy.server == server) {
        return true;
      }
    }
    return false;
  }
}
