package org.curtail.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;
import java.util.Locale;

/** Keys of the attributes of metrics and spans, and other shared names. */
final class Attributed {
  /** Name of the meter and of the tracer. */
  static final String SCOPE = "org.curtail";

  static final AttributeKey<String> ENGINE = AttributeKey.stringKey("curtail.engine.name");
  static final AttributeKey<String> POLICY = AttributeKey.stringKey("curtail.policy");
  static final AttributeKey<String> CLASS = AttributeKey.stringKey("curtail.request.class");
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("curtail.request.outcome");
  static final AttributeKey<String> STATE = AttributeKey.stringKey("curtail.request.state");
  static final AttributeKey<Double> WAIT = AttributeKey.doubleKey("curtail.request.wait_time");
  static final AttributeKey<Long> DEGREE = AttributeKey.longKey("curtail.request.degree");
  static final AttributeKey<Long> PEAK_DEGREE = AttributeKey.longKey("curtail.request.peak_degree");
  static final AttributeKey<Long> CHUNKS = AttributeKey.longKey("curtail.request.chunks");
  static final AttributeKey<String> THREAD_STATE = AttributeKey.stringKey("curtail.thread.state");
  static final AttributeKey<String> DECISION = AttributeKey.stringKey("curtail.decision.type");

  static final AttributeKey<String> HEDGE = AttributeKey.stringKey("curtail.hedge.name");
  static final AttributeKey<String> CALL_OUTCOME = AttributeKey.stringKey("curtail.call.outcome");
  static final AttributeKey<Long> ATTEMPTS = AttributeKey.longKey("curtail.call.attempts");
  static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("curtail.attempt.number");
  static final AttributeKey<String> ATTEMPT_OUTCOME =
      AttributeKey.stringKey("curtail.attempt.outcome");
  static final AttributeKey<String> REASON = AttributeKey.stringKey("curtail.attempt.reason");

  /** Kind of a failure, with few values, by the semantic conventions. */
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  /** Bounds of buckets for durations in seconds, by the semantic conventions. */
  static final List<Double> DURATION_BOUNDS =
      List.of(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);

  private Attributed() {}

  /** Returns the constant of an enum as the value of an attribute, such as {@code timed_out}. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
