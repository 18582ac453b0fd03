package org.curtail.replicas;

import java.util.List;

/** Observes all events of a run, in order. Tests implement it. */
interface ReplicaObserver {
  /** Ignores all events. */
  ReplicaObserver NONE = new ReplicaObserver() {};

  default void arrived(Call call, double nowMillis) {}

  /** A copy was sent to its server. */
  default void sent(Copy copy, double nowMillis) {}

  /** A copy's service has begun. */
  default void started(Copy copy, double nowMillis) {}

  /** A copy was served to its end. */
  default void completed(Copy copy, double nowMillis) {}

  /** A copy left its server before its end. */
  default void dropped(Copy copy, double nowMillis) {}

  /** A call has its answer. */
  default void answered(Call call, Copy winner, double nowMillis) {}

  /** All events of a step are done. Another step may follow at the same moment. */
  default void settled(List<Server> servers, double nowMillis) {}
}
