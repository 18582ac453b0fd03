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
 * Hedges the unary calls of a gRPC channel or stub. An unanswered call gets a copy when the {@link
 * Hedge} decides so. The caller gets the headers, messages and trailers of one attempt; the other
 * attempts are cancelled. Thread-safe; any number of channels may share an interceptor.
 *
 * <pre>{@code
 * Hedge hedge = Hedge.of(plan).named("catalog").idempotent().start();
 * var stub = CatalogGrpc.newBlockingStub(channel).withInterceptors(HedgingInterceptor.of(hedge));
 * }</pre>
 *
 * <p>Streaming calls and calls of methods that may run only once ({@link HedgingRules}) pass
 * through unchanged.
 *
 * <p>Hedging follows gRFC A6:
 *
 * <ul>
 *   <li>All attempts have the call's deadline and run in the caller's {@code Context}.
 *   <li>A fatal status of an attempt ends the call; {@code HedgingRules.nonFatal} lists all
 *       statuses that are not fatal. If all attempts fail, the caller gets the first failure.
 *   <li>Copies and retries have the header {@code grpc-previous-rpc-attempts}, and so do their
 *       response headers.
 *   <li>The trailer {@code grpc-retry-pushback-ms} of a failed attempt delays the next attempt by
 *       that time. A negative value, a value that is not a number, or a delay beyond the deadline
 *       forbids more attempts. If no attempt is under way then, the call ends with the last
 *       failure.
 * </ul>
 *
 * <p>Differences from an ordinary call:
 *
 * <ul>
 *   <li>Nothing is sent before the caller half-closes, which stubs do at once.
 *   <li>The caller gets the response headers together with the answer.
 *   <li>Interceptors below this one see a call for each attempt; interceptors above see one call.
 * </ul>
 *
 * <p>Do not configure a {@code hedgingPolicy} or {@code retryPolicy} in the channel's service
 * config for the same methods, as each copy would be hedged or retried again.
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
   * Returns an interceptor with {@link HedgingRules#DEFAULT}, which hedges only methods declared
   * idempotent.
   */
  public static HedgingInterceptor of(Hedge hedge) {
    return of(hedge, HedgingRules.DEFAULT);
  }

  /**
   * Returns an interceptor with given rules.
   *
   * @param hedge hedge of the calls, closed by its owner; after closing, calls pass through
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
