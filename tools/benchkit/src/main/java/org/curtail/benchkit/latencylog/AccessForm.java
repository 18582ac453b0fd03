package org.curtail.benchkit.latencylog;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Formats of access logs in which the position and kind of fields after the date identify the
 * duration, by each program's documentation.
 */
enum AccessForm {
  /** Also Istio's format, with more fields before the received bytes. */
  ENVOY("Envoy's access log", "DURATION", LatencyUnit.MS, false) {
    @Override
    OptionalInt place(AccessLine line) {
      int date = line.datePlace();
      if (date < 0
          || !line.field(date).startsWith("[2")
          || !isQuoted(line.field(date + 1))
          || !STATUS.matcher(line.field(date + 2)).matches()) {
        return OptionalInt.empty();
      }
      // Received bytes, sent bytes, duration, time of the upstream, and the forwarded address.
      return IntStream.range(date + 3, line.size() - 4)
          .filter(i ->
              isWhole(line.field(i))
                  && isWhole(line.field(i + 1))
                  && isWhole(line.field(i + 2))
                  && (isWhole(line.field(i + 3)) || line.field(i + 3).equals("-"))
                  && isQuoted(line.field(i + 4)))
          .map(i -> i + 2)
          .findFirst();
    }
  },

  INGRESS_NGINX("ingress-nginx's access log", "$request_time", LatencyUnit.S, true) {
    @Override
    OptionalInt place(AccessLine line) {
      int date = line.datePlace();
      return isCombined(line, date)
              && isWhole(line.field(date + 6))
              && NGINX_SECONDS.matcher(line.field(date + 7)).matches()
              && line.field(date + 8).startsWith("[")
          ? OptionalInt.of(date + 7)
          : OptionalInt.empty();
    }
  },

  TRAEFIK("Traefik's access log", "the request's duration", null, false) {
    @Override
    OptionalInt place(AccessLine line) {
      int date = line.datePlace();
      return isCombined(line, date)
              && (isWhole(line.field(date + 6)) || line.field(date + 6).equals("-"))
              && (isQuoted(line.field(date + 7)) || line.field(date + 7).equals("-"))
              && (isQuoted(line.field(date + 8)) || line.field(date + 8).equals("-"))
              && LogNumber.hasUnit(line.field(date + 9))
          ? OptionalInt.of(date + 9)
          : OptionalInt.empty();
    }
  },

  /**
   * Times of a request: receiving, queueing, connecting, waiting for the head of the answer, total.
   */
  HAPROXY("HAProxy's HTTP log", "Ta, all of the active time", LatencyUnit.MS, false) {
    @Override
    OptionalInt place(AccessLine line) {
      int date = line.datePlace();
      return date >= 0
              && HAPROXY_TIMES.matcher(line.field(date + 3)).matches()
              && STATUS.matcher(line.field(date + 4).replace("-1", "0")).matches()
          ? OptionalInt.of(date + 3)
          : OptionalInt.empty();
    }

    @Override
    List<String> names() {
      return TIMES;
    }
  },

  /** Times of a connection without a request: queueing, connecting, total. */
  HAPROXY_TCP("HAProxy's TCP log", "Tt, all of the connection's time", LatencyUnit.MS, false) {
    @Override
    OptionalInt place(AccessLine line) {
      int date = line.datePlace();
      // Times, bytes, termination state, connections, queues.
      return date >= 0
              && HAPROXY_TCP_TIMES.matcher(line.field(date + 3)).matches()
              && HAPROXY_BYTES.matcher(line.field(date + 4)).matches()
              && line.field(date + 5).length() == 2
              && HAPROXY_COUNTS.matcher(line.field(date + 6)).matches()
              && HAPROXY_QUEUES.matcher(line.field(date + 7)).matches()
          ? OptionalInt.of(date + 3)
          : OptionalInt.empty();
    }

    @Override
    List<String> names() {
      return TCP_TIMES;
    }
  },

  /** Log of Gin, a framework for Go: date, time, status and duration, separated by bars. */
  GIN("Gin's log", "the request's duration", null, true) {
    @Override
    OptionalInt place(AccessLine line) {
      return line.field(0).equals("[GIN]")
              && STATUS.matcher(line.field(5)).matches()
              && LogNumber.hasUnit(line.field(7))
          ? OptionalInt.of(7)
          : OptionalInt.empty();
    }

    @Override
    boolean hasDate() {
      return false; // No date in brackets.
    }
  },

  /** Both times, as in many configurations: 0/12345, or 12345/0. */
  APACHE("Apache's access log with %T/%D", "%D", LatencyUnit.US, false) {
    @Override
    OptionalInt place(AccessLine line) {
      int date = line.datePlace();
      boolean hasRequest = IntStream.range(0, line.size()).anyMatch(i -> isQuoted(line.field(i)));
      return date < 0 || !hasRequest
          ? OptionalInt.empty()
          : IntStream.range(date + 1, line.size())
              .filter(i -> micros(line.field(i)).isPresent())
              .findFirst();
    }

    @Override
    Optional<String> text(AccessLine line) {
      OptionalInt place = place(line);
      return place.isPresent() ? micros(line.field(place.getAsInt())) : Optional.empty();
    }

    private Optional<String> micros(String field) {
      String text = field.replace("*", "");
      if (!SECONDS_AND_MICROS.matcher(text).matches()) {
        return Optional.empty();
      }
      String[] both = text.split("/", -1);
      long first = Long.parseLong(both[0]);
      long second = Long.parseLong(both[1]);
      if (second / MICROS_IN_SECOND == first) {
        return Optional.of(both[1]);
      }
      return first / MICROS_IN_SECOND == second ? Optional.of(both[0]) : Optional.empty();
    }
  };

  /** Time in nginx: seconds with three decimals. */
  static final Pattern NGINX_SECONDS = Pattern.compile("\\d+\\.\\d{3}");

  static final Pattern STATUS = Pattern.compile("\\d{1,3}");
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
  private static final Pattern HAPROXY_TIMES = Pattern.compile("-?\\d{1,18}(/[+-]?\\d{1,18}){4}");
  private static final Pattern SECONDS_AND_MICROS = Pattern.compile("\\d{1,15}/\\d{1,15}");
  private static final Pattern HAPROXY_TCP_TIMES =
      Pattern.compile("-?\\d{1,18}/-?\\d{1,18}/\\+?\\d{1,18}");
  private static final Pattern HAPROXY_BYTES = Pattern.compile("\\+?\\d{1,18}");
  private static final Pattern HAPROXY_COUNTS = Pattern.compile("\\d+(/\\+?\\d+){4}");
  private static final Pattern HAPROXY_QUEUES = Pattern.compile("\\d+/\\d+");
  private static final List<String> TIMES = List.of("TR", "Tw", "Tc", "Tr", "Ta");
  private static final List<String> TCP_TIMES = List.of("Tw", "Tc", "Tt");
  private static final long MICROS_IN_SECOND = 1_000_000;

  private final String program;
  private final String what;
  private final @Nullable LatencyUnit unit;
  private final boolean isEnd;

  AccessForm(String program, String what, @Nullable LatencyUnit unit, boolean isEnd) {
    this.program = program;
    this.what = what;
    this.unit = unit;
    this.isEnd = isEnd;
  }

  /** Returns the format of a line; empty if no format matches. */
  static Optional<AccessForm> of(AccessLine line) {
    return List.of(values()).stream().filter(form -> form.place(line).isPresent()).findFirst();
  }

  /**
   * Returns the position of the field with the duration, from 0; empty if the line has another
   * format.
   */
  abstract OptionalInt place(AccessLine line);

  /** Returns the duration as text. */
  Optional<String> text(AccessLine line) {
    if (!names().isEmpty()) {
      return text(line, names().getLast());
    }
    OptionalInt place = place(line);
    return place.isPresent() ? Optional.of(line.text(place.getAsInt())) : Optional.empty();
  }

  /** Returns another time of the line, by the program's name of this time. */
  Optional<String> text(AccessLine line, String name) {
    OptionalInt place = place(line);
    return place.isPresent() && names().contains(name)
        ? Optional.of(line.field(place.getAsInt()).split("/", -1)[names().indexOf(name)])
        : Optional.empty();
  }

  /** Returns the user's name of the duration in a line of this format. */
  String column(AccessLine line) {
    return names().isEmpty() ? line.name(place(line).orElseThrow()) : names().getLast();
  }

  /** Returns the names of the times in a field with several times; the duration is last. */
  List<String> names() {
    return List.of();
  }

  String program() {
    return program;
  }

  /** Returns the program's name of the duration. */
  String what() {
    return what;
  }

  /** Returns the unit of durations; null if each duration has its own unit. */
  @Nullable LatencyUnit unit() {
    return unit;
  }

  /** True if the lines have a readable date. */
  boolean hasDate() {
    return true;
  }

  /** True if the date is the end of the request. */
  boolean isEnd() {
    return isEnd;
  }

  static boolean isWhole(String field) {
    return WHOLE.matcher(field).matches();
  }

  static boolean isQuoted(String field) {
    return field.length() > 1 && field.startsWith("\"") && field.endsWith("\"");
  }

  /** True for the combined format: date, request, status, size, referrer, agent. */
  private static boolean isCombined(AccessLine line, int date) {
    return isCommon(line, date) && isQuoted(line.field(date + 4)) && isQuoted(line.field(date + 5));
  }

  /** True for the common format: date, request, status, size. */
  static boolean isCommon(AccessLine line, int date) {
    return date >= 0
        && isQuoted(line.field(date + 1))
        && STATUS.matcher(line.field(date + 2)).matches()
        && (isWhole(line.field(date + 3)) || line.field(date + 3).equals("-"));
  }
}
