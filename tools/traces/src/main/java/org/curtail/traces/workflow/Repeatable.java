package org.curtail.traces.workflow;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;

/**
 * Calls that may be sent twice. An operation is safe if its name suggests reading and not writing,
 * or if the user allows it. A call may be repeated if its operation and all operations recorded
 * below it are safe, as a copy also copies the calls below. Unknown calls may not be repeated.
 * Immutable.
 */
public final class Repeatable {
  private static final Set<String> READ =
      Set.of(
          "get",
          "head",
          "list",
          "read",
          "search",
          "find",
          "fetch",
          "lookup",
          "select",
          "query",
          "show",
          "describe",
          "count",
          "load",
          "hget",
          "hgetall",
          "mget",
          "scan");
  private static final Set<String> WRITE =
      Set.of(
          "post",
          "put",
          "patch",
          "delete",
          "add",
          "insert",
          "update",
          "upsert",
          "set",
          "hset",
          "create",
          "write",
          "remove",
          "empty",
          "place",
          "charge",
          "send",
          "ship",
          "publish",
          "produce",
          "enqueue",
          "save",
          "store",
          "commit",
          "book",
          "order",
          "pay",
          "cancel",
          "increment",
          "incr",
          "decr",
          "append",
          "drop",
          "truncate",
          "merge",
          "login",
          "logout",
          "register",
          "checkout",
          "pop",
          "lpop",
          "rpop",
          "dequeue",
          "ack",
          "lock",
          "next");

  private final Map<CallTarget, Boolean> isRepeatable;

  private Repeatable(Map<CallTarget, Boolean> isRepeatable) {
    this.isRepeatable = isRepeatable;
  }

  /**
   * Finds the repeatable calls in all requests of a recording, as the configuration of a client
   * holds for all workflows.
   *
   * @param allowed stages and services that may be called twice, with any name
   * @param forbidden stages and services that may not be called twice
   */
  public static Repeatable of(List<Trace> traces, Set<String> allowed, Set<String> forbidden) {
    Map<CallTarget, Boolean> isRepeatable = new HashMap<>();
    Map<CallTarget, Set<CallTarget>> callers = new HashMap<>();
    // A recording has few names and many spans.
    Map<String, Boolean> writing = new HashMap<>();
    for (Trace trace : traces) {
      List<CallVisit> visits = CallVisit.of(trace);
      boolean[] safe = new boolean[trace.size()];
      for (int span = trace.size() - 1; span >= 0; span--) {
        safe[span] = isSafe(trace, span, allowed, forbidden, writing);
        for (int child = trace.firstChild(span);
            child < trace.end(span);
            child = trace.nextSibling(child)) {
          safe[span] &= safe[child];
        }
      }
      for (CallVisit visit : visits) {
        boolean hasCaller = visit.parent() >= 0;
        isRepeatable.merge(visit.called(), hasCaller && safe[visit.span()], Boolean::logicalAnd);
        if (hasCaller) {
          callers
              .computeIfAbsent(visit.called(), none -> new HashSet<>())
              .add(visits.get(visit.parent()).called());
        }
      }
    }
    isRepeatable.replaceAll((called, isSafe) ->
        isSafe && (isNamed(called.stage(), allowed) || reads(called.stage().operation())));
    forbidCallers(callers, isRepeatable);
    return new Repeatable(Map.copyOf(isRepeatable));
  }

  /** Forbids all callers of a forbidden call in all requests. */
  private static void forbidCallers(
      Map<CallTarget, Set<CallTarget>> callers, Map<CallTarget, Boolean> isRepeatable) {
    var left = new ArrayDeque<CallTarget>();
    isRepeatable.forEach((called, mayRepeat) -> {
      if (!mayRepeat) {
        left.add(called);
      }
    });
    while (!left.isEmpty()) {
      for (CallTarget caller : callers.getOrDefault(left.remove(), Set.of())) {
        if (Boolean.TRUE.equals(isRepeatable.put(caller, false))) {
          left.add(caller);
        }
      }
    }
  }

  private static boolean isSafe(
      Trace trace,
      int span,
      Set<String> allowed,
      Set<String> forbidden,
      Map<String, Boolean> writing) {
    StageName stage = StageName.of(trace, span);
    if (isNamed(stage, forbidden)) {
      return false;
    }
    return isNamed(stage, allowed)
        || (trace.kind(span) != SpanKind.PRODUCER
            && !writing.computeIfAbsent(trace.operation(span), Repeatable::writes));
  }

  private static boolean isNamed(StageName stage, Set<String> names) {
    return names.contains(stage.toString()) || names.contains(stage.service());
  }

  /** True if a name has a word of reading and no word of writing. */
  static boolean reads(String operation) {
    boolean reads = false;
    for (String word : words(operation)) {
      reads |= READ.contains(word);
    }
    return reads && !writes(operation);
  }

  private static boolean writes(String operation) {
    for (String word : words(operation)) {
      if (WRITE.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the words of a name: shop, catalog, get and product for {@code
   * shop.Catalog/GetProduct}.
   */
  private static String[] words(String operation) {
    return operation
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT)
        .split("[^a-z]+", -1);
  }

  /** True if calls of a stage by a caller may be sent twice. */
  public boolean isRepeatable(CallTarget called) {
    return isRepeatable.getOrDefault(called, false);
  }
}
