package org.curtail.replicas;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to one shard. */
final class Call {
  /** The request's place times the shards, plus the shard. */
  final int index;

  final int request;
  final int shard;
  final double arrivalMillis;

  /** In the order of sending. */
  final List<Copy> copies = new ArrayList<>(2);

  /** Calls of the same request, this one included; empty for one shard. */
  final List<Call> siblings;

  /** True once no answer is needed any longer. */
  boolean closed;

  /** True once its first planned copy was due, needed or not. */
  boolean wasDue;

  /** The copy that answered first. */
  @Nullable Copy winner;

  Call(int index, int request, int shard, double arrivalMillis, List<Call> siblings) {
    this.index = index;
    this.request = request;
    this.shard = shard;
    this.arrivalMillis = arrivalMillis;
    this.siblings = siblings;
  }

  /** True if a server has, or had, a copy. */
  boolean wasSentTo(Server server) {
    for (Copy copy : copies) {
      if (copy.server == server) {
        return true;
      }
    }
    return false;
  }
}
