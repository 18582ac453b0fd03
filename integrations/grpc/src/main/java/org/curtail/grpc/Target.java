package org.curtail.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * The method, options, channel and context of a call, to create more attempts.
 *
 * @param options options of the caller, with the call's deadline
 * @param context context of the caller, in which each attempt runs
 */
record Target<Q, A>(
    MethodDescriptor<Q, A> method, CallOptions options, Channel channel, Context context) {

  /** Returns a new gRPC call for one attempt, not started. */
  ClientCall<Q, A> newCall(ReplicaHint hint, ReplicaWatch watch) {
    Context before = context.attach();
    try {
      return channel.newCall(method, hint.in(options).withStreamTracerFactory(watch));
    } finally {
      context.detach(before);
    }
  }

  /**
   * Returns the time until the deadline, negative after it; {@link Long#MAX_VALUE} without a
   * deadline.
   */
  long remainingNanos() {
    Deadline own = options.getDeadline();
    Deadline outer = context.getDeadline();
    Deadline first = own == null ? outer : outer == null ? own : own.minimum(outer);
    return first == null ? Long.MAX_VALUE : first.timeRemaining(TimeUnit.NANOSECONDS);
  }

  /**
   * Runs a notification of the caller on the call's executor, never on the hedge's timer thread.
   * Blocking stubs need their own executor. Without one, the common pool runs it.
   */
  void execute(Runnable task) {
    Executor executor = options.getExecutor();
    (executor == null ? ForkJoinPool.commonPool() : executor).execute(context.wrap(task));
  }
}
