package org.curtail.replicas;

import java.util.List;

/** Sees all that happens in a run, in its order. The tests' accountants are witnesses. */
interface Witness {
  /** Sees nothing. */
  Witness NONE = new Witness() {};

  /** A request asks a shard. */
  default void arrived(Call call, double nowMillis) {}

  /** A copy was sent to its server. */
  default void sent(Copy copy, double nowMillis) {}

  /** A copy is served for the first time. */
  default void started(Copy copy, double nowMillis) {}

  /** A copy was served to its end. */
  default void completed(Copy copy, double nowMillis) {}

  /** A copy is gone without having been served to its end. */
  default void dropped(Copy copy, double nowMillis) {}

  /** A call has its answer. */
  default void answered(Call call, Copy winner, double nowMillis) {}

  /** All that happens at a moment has happened; it may be followed by more at the same moment. */
  default void settled(List<Server> servers, double nowMillis) {}
}
