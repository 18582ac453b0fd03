package org.curtail.grpc;

import static java.util.Objects.requireNonNull;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.hedge.Hedge;

/**
 * Hedges the unary calls of a gRPC channel or stub: a call without an answer gets a copy when the
 * {@link Hedge} decides so, the caller gets the headers, messages and trailers of one attempt, and
 * the other attempts are cancelled. Thread-safe; one is enough for any number of channels.
 *
 * <pre>{@code
 * Hedge hedge = Hedge.of(plan).named("catalog").idempotent().start();
 * var stub = CatalogGrpc.newBlockingStub(channel).withInterceptors(HedgingInterceptor.of(hedge));
 * }</pre>
 *
 * <p>Streaming calls, and calls of methods that may not run more than once ({@link HedgingRules}),
 * pass through untouched.
 *
 * <p>Hedging follows gRFC A6:
 *
 * <ul>
 *   <li>All attempts have the call's deadline, so that each gets the remaining time, and run in the
 *       caller's {@code Context}.
 *   <li>An attempt that fails with a fatal status ends the call; {@code HedgingRules.nonFatal}
 *       lists the others. If all attempts fail, the caller gets the first failure.
 *   <li>Copies and retries have the header {@code grpc-previous-rpc-attempts}; so have the response
 *       headers of such an attempt.
 *   <li>A failed attempt whose trailers have {@code grpc-retry-pushback-ms} delays the next one by
 *       that time; if the value is negative or no number, or if the wait ends after the deadline,
 *       there is no next one. If no other attempt is under way then, the call ends with the last
 *       failure.
 * </ul>
 *
 * <p>Differences from an ordinary call: nothing is sent before the caller half-closes, which stubs
 * do at once; the caller gets the response headers together with the answer. Interceptors below
 * this one see each attempt as a call of its own, those above see one call. Do not configure a
 * {@code hedgingPolicy} or {@code retryPolicy} in the channel's service config for the same
 * methods: copies would be multiplied.
 */
public final class HedgingInterceptor implements ClientInterceptor {
  private final Hedge hedge;
  private final HedgingRules rules;
  private final Counters counters = new Counters();

  private HedgingInterceptor(Hedge hedge, HedgingRules rules) {
    this.hedge = requireNonNull(hedge, "hedge");
    this.rules = requireNonNull(rules, "rules");
  }

  /**
   * Returns an interceptor with {@link HedgingRules#DEFAULT}: only for methods declared idempotent.
   */
  public static HedgingInterceptor of(Hedge hedge) {
    return of(hedge, HedgingRules.DEFAULT);
  }

  /**
   * Returns an interceptor with given rules.
   *
   * @param hedge closed by its owner. After that, calls pass through
   */
  public static HedgingInterceptor of(Hedge hedge, HedgingRules rules) {
    return new HedgingInterceptor(hedge, rules);
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    if (method.getType() != MethodType.UNARY) {
      counters.streaming.increment();
      return next.newCall(method, options);
    }
    if (!rules.mayRepeat(method)) {
      counters.undeclared.increment();
      return next.newCall(method, options);
    }
    return new HedgedClientCall<>(hedge, rules, counters, method, options, next);
  }

  /** Returns the counts of calls so far. */
  public HedgingCounts counts() {
    return counters.now();
  }

  /** Counters of calls; see {@link HedgingCounts}. Thread-safe. */
  static final class Counters {
    final LongAdder hedgeable = new LongAdder();
    final LongAdder streaming = new LongAdder();
    final LongAdder undeclared = new LongAdder();
    final LongAdder unrepeatable = new LongAdder();
    final LongAdder ended = new LongAdder();
    final LongAdder heldBack = new LongAdder();

    HedgingCounts now() {
      return new HedgingCounts(
          hedgeable.sum(),
          streaming.sum(),
          undeclared.sum(),
          unrepeatable.sum(),
          ended.sum(),
          heldBack.sum());
    }
  }
}
