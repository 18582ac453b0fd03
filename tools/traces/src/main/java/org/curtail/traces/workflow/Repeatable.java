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
 * Which calls may be sent twice. A call may if its operation has a name that reads and does not
 * write, or if the user says so, and if that holds for all that was ever seen below it: whoever
 * copies a caller copies what it calls. A call of which nothing is known may not. Immutable.
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

  private final Map<Called, Boolean> may;

  private Repeatable(Map<Called, Boolean> may) {
    this.may = may;
  }

  /**
   * Finds it in all requests of a recording, not of one workflow only: a client is configured for
   * all.
   *
   * @param allowed stages and services that the user says may be called twice, whatever their name
   * @param forbidden those that may not
   */
  public static Repeatable of(List<Trace> traces, Set<String> allowed, Set<String> forbidden) {
    Map<Called, Boolean> may = new HashMap<>();
    Map<Called, Set<Called>> callers = new HashMap<>();
    // A recording has few names for many spans.
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
        may.merge(visit.called(), hasCaller && safe[visit.span()], Boolean::logicalAnd);
        if (hasCaller) {
          callers
              .computeIfAbsent(visit.called(), none -> new HashSet<>())
              .add(visits.get(visit.parent()).called());
        }
      }
    }
    may.replaceAll((called, isSafe) ->
        isSafe && (isNamed(called.stage(), allowed) || reads(called.stage().operation())));
    callersFollow(callers, may);
    return new Repeatable(Map.copyOf(may));
  }

  /** Whoever calls what may not be repeated may not be repeated either, wherever it was seen. */
  private static void callersFollow(Map<Called, Set<Called>> callers, Map<Called, Boolean> may) {
    var left = new ArrayDeque<Called>();
    may.forEach((called, mayRepeat) -> {
      if (!mayRepeat) {
        left.add(called);
      }
    });
    while (!left.isEmpty()) {
      for (Called caller : callers.getOrDefault(left.remove(), Set.of())) {
        if (Boolean.TRUE.equals(may.put(caller, false))) {
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

  /** Whether a name has a word that reads and none that writes. */
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

  /** {@code shop.Catalog/GetProduct} has the words shop, catalog, get, product. */
  private static String[] words(String operation) {
    return operation
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT)
        .split("[^a-z]+", -1);
  }

  /** Whether calls of a stage by a caller may be sent twice. */
  public boolean may(Called called) {
    return may.getOrDefault(called, false);
  }
}
