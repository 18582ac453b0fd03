package org.curtail.cli.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.capacity.CapacitySearch;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.capacity.CapacityResults.Line;
import org.jspecify.annotations.Nullable;

/**
 * Capacities for people: a table of the policies that carry a load, and a line for each other
 * policy.
 */
public final class CapacityText {
  private static final String MODEL =
      "Servers here share their cores among requests; reissue --simulate takes a server for a queue with slots.";

  /** The policy of servers without curtail. */
  private static final String WITHOUT_CURTAIL = "sequential";

  private CapacityText() {}

  /** The lines. */
  public static List<String> lines(CapacityResults results) {
    var lines = new ArrayList<String>();
    Interruption interrupted = results.interrupted();
    if (interrupted != null) {
      lines.add(interrupted.inWords());
    }
    Double rps = results.rps();
    if (rps != null) {
      addServers(results, rps, lines);
      return lines;
    }
    List<Line> carrying = results.policies().stream().filter(CapacityText::isCarrying).toList();
    if (!carrying.isEmpty()) {
      lines.addAll(rates(results, carrying).lines());
      lines.add("");
    }
    Stream.concat(results.policies().stream(), Stream.ofNullable(results.limit()))
        .filter(line -> !isCarrying(line))
        .forEach(line -> lines.add(sentence(line, tail(results))));
    results.notReached().forEach(policy -> lines.add(policy + ": interrupted"));
    best(results)
        .ifPresent(best ->
            lines.add(
                (interrupted == null ? "" : "Among the finished policies: ")
                    + headline(results, best)));
    lines.add(MODEL);
    return lines;
  }

  /** A row for each policy, then the answer. */
  private static void addServers(CapacityResults results, double rps, List<String> lines) {
    List<Line> all = results.policies();
    lines.addAll(
        Table.of(all)
            .show("policy", Unit.NAME, Line::policy)
            .show("servers", Unit.COUNT, Line::neededServers)
            .absent("none")
            .show("95 % interval", Unit.TEXT, CapacityText::serverInterval)
            .show("requests/s each", Unit.NUMBER, Line::perSecond)
            .absent("")
            .show("95 % interval", Unit.TEXT, CapacityText::rateInterval)
            .show(tail(results) + " ms", Unit.NUMBER, Line::tailMs)
            .show("utilisation", Unit.PERCENT, Line::utilisation)
            .absent("")
            .lines());
    lines.add("");
    results.policies().stream()
        .filter(line -> !isCarrying(line))
        .map(line -> sentence(line, tail(results)))
        .forEach(lines::add);
    results.notReached().forEach(policy -> lines.add(policy + ": interrupted"));
    List<Line> enough = all.stream().filter(line -> line.neededServers() != null).toList();
    enough.stream()
        .min(Comparator.comparingLong(line -> Objects.requireNonNull(line.neededServers())))
        .ifPresent(best -> lines.add(answer(results, rps, best, enough)));
    Line limit = results.limit();
    if (limit != null && limit.neededServers() != null) {
      lines.add("No policy needs fewer than %s.".formatted(Numbers.count(limit.neededServers())));
    }
    lines.add("Assumed: requests arrive independently, and servers get equal shares at random.");
    lines.add(MODEL);
  }

  private static String serverInterval(Line line) {
    Long fewest = line.fewestServers();
    Long most = line.mostServers();
    if (fewest == null || most == null || fewest.equals(most)) {
      return "";
    }
    return Numbers.count(fewest) + " to " + Numbers.count(most);
  }

  /**
   * Compares the number of servers without curtail with the least number with it. Names only the
   * second number if servers without curtail were not compared or miss the target.
   */
  private static String answer(CapacityResults results, double rps, Line best, List<Line> enough) {
    long fewest = Objects.requireNonNull(best.neededServers());
    Optional<Long> plain =
        enough.stream()
            .filter(line -> line.policy().equals(WITHOUT_CURTAIL))
            .map(line -> Objects.requireNonNull(line.neededServers()))
            .findFirst();
    String names =
        String.join(
            ", ",
            enough.stream()
                .filter(line -> Objects.equals(line.neededServers(), fewest))
                .map(Line::policy)
                .toList());
    long servers = plain.orElse(fewest);
    String load =
        "%s %s for %s requests/s with a %s of at most %s"
            .formatted(
                Numbers.count(servers),
                servers == 1 ? "server" : "servers",
                Numbers.plain(rps),
                tail(results),
                Numbers.time(results.targetMs()));
    if (plain.isEmpty()) {
      return "%s: %s.".formatted(load, names);
    }
    return "%s, like servers with one thread a request that share their cores (%s)%s."
        .formatted(
            load,
            WITHOUT_CURTAIL,
            fewest == servers
                ? ""
                : "; %s with curtail's %s".formatted(Numbers.count(fewest), names));
  }

  /**
   * Returns remarks on answers that are less exact than the user asked for. Each remark stands
   * once, for all its policies.
   *
   * @param relativeWidth relative width of intervals that the user asked for
   * @param mostRequests limit of requests in a trace
   */
  public static List<String> remarks(
      CapacityResults results, double relativeWidth, int mostRequests) {
    var hiding = new ArrayList<String>();
    var wide = new ArrayList<String>();
    double fewest = 0;
    double widest = 0;
    for (Line line : results.policies()) {
      Double rate = line.perSecond();
      if (rate == null) {
        continue;
      }
      double needed = CapacitySearch.fewestRequests(rate, results.targetMs());
      if (results.requests() < needed) {
        hiding.add(line.policy());
        fewest = Math.max(fewest, needed);
      }
      double width = width(line);
      if (width > 1.5 * relativeWidth) {
        wide.add(line.policy());
        widest = Math.max(widest, width);
      }
    }
    var remarks = new ArrayList<String>();
    if (!hiding.isEmpty()) {
      remarks.add(
          "%s: a trace of %s requests hides unlimited growth of the queue; %s"
              .formatted(
                  String.join(", ", hiding),
                  Numbers.count(results.requests()),
                  remedy(Math.ceil(fewest / 1000) * 1000, mostRequests)));
    }
    if (!wide.isEmpty()) {
      remarks.add(
          "%s: the interval is %s%s wide; more --requests make it narrower"
              .formatted(
                  String.join(", ", wide),
                  wide.size() > 1 ? "up to " : "",
                  Numbers.percent(widest)));
    }
    return remarks;
  }

  private static String remedy(double fewestRequests, int mostRequests) {
    return fewestRequests <= mostRequests
        ? "for this target use --requests " + Numbers.plain(fewestRequests).replace(",", "")
        : "at this target even --requests %d, the greatest number, would not show it"
            .formatted(mostRequests);
  }

  private static double width(Line line) {
    Double rate = line.perSecond();
    Double low = line.lowPerSecond();
    Double high = line.highPerSecond();
    return rate == null || low == null || high == null ? 0 : (high - low) / rate;
  }

  private static boolean isCarrying(Line line) {
    return line.answer().equals("carries");
  }

  private static Optional<Line> best(CapacityResults results) {
    return results.policies().stream()
        .filter(CapacityText::isCarrying)
        .max(Comparator.comparingDouble(line -> Objects.requireNonNull(line.perSecond())));
  }

  private static String tail(CapacityResults results) {
    return "p" + Numbers.plain(results.percentile());
  }

  private static Table<Line> rates(CapacityResults results, List<Line> carrying) {
    var rows = new ArrayList<>(carrying);
    Line limit = results.limit();
    if (limit != null && isCarrying(limit)) {
      rows.add(limit);
    }
    return Table.of(rows)
        .show("policy", Unit.NAME, Line::policy)
        .show("requests/s", Unit.NUMBER, Line::perSecond)
        .show("95 % interval", Unit.TEXT, CapacityText::rateInterval)
        .show("load", Unit.PERCENT, Line::load)
        .absent("")
        .show("times " + results.reference(), Unit.DECIMAL, Line::times)
        .absent("")
        .show(
            "95 % interval",
            Unit.TEXT,
            line ->
                line.policy().equals(results.reference())
                    ? ""
                    : times(line.lowTimes(), line.highTimes()))
        .show("servers", Unit.PERCENT, Line::servers)
        .absent("")
        .show(tail(results) + " ms", Unit.NUMBER, Line::tailMs)
        .show("utilisation", Unit.PERCENT, Line::utilisation)
        .absent("")
        .show("degree", Unit.DECIMAL, Line::meanDegree)
        .absent("");
  }

  private static String rateInterval(Line line) {
    Double low = line.lowPerSecond();
    Double high = line.highPerSecond();
    return low == null || high == null
        ? ""
        : Numbers.significant(low) + " to " + Numbers.significant(high);
  }

  private static String times(@Nullable Double low, @Nullable Double high) {
    return low == null || high == null ? "" : decimal(low) + " to " + decimal(high);
  }

  private static String share(@Nullable Double share) {
    return share == null ? "" : Numbers.percent(share);
  }

  private static String decimal(@Nullable Double value) {
    return value == null ? "" : Numbers.decimal(value);
  }

  private static String sentence(Line line, String tail) {
    return line.perSecond() == null
        ? "%s misses the target even on an idle machine: %s %s"
            .formatted(line.policy(), tail, Numbers.time(line.tailMs()))
        : "%s meets the target at every stable rate: at %s requests/s, the greatest stable rate, %s %s"
            .formatted(
                line.policy(),
                Numbers.significant(line.perSecond()),
                tail,
                Numbers.time(line.tailMs()));
  }

  private static String headline(CapacityResults results, Line best) {
    String most =
        "Most load with a %s of at most %s: %s, %s requests/s"
            .formatted(
                tail(results),
                Numbers.time(results.targetMs()),
                best.policy(),
                Numbers.significant(Objects.requireNonNull(best.perSecond())));
    if (best.policy().equals(results.reference())) {
      return most + ".";
    }
    return best.isLikeReference()
        ? most + "; no difference is shown to %s.".formatted(results.reference())
        : most
            + ", %s times that of %s: %s of its servers for the same load."
                .formatted(decimal(best.times()), results.reference(), share(best.servers()));
  }
}
