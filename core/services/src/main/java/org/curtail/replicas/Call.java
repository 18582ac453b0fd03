package org.curtail.replicas;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to one shard. */
final class Call {
  /** Index of the request times the number of shards, plus the shard. */
  final int index;

  final int request;
  final int shard;
  final double arrivalMillis;

  /** In the order of sending. */
  final List<Copy> copies = new ArrayList<>(2);

  /** All calls of the request, including this one. */
  final List<Call> siblings;

  /** True once no answer is needed. */
  boolean closed;

  /** True once the first planned copy was due, even if the call had ended. */
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

  boolean wasSentTo(Server server) {
    for (Copy copy : copies) {
      if (copy.server == server) {
        return true;
      }
    }
    return false;
  }
}
