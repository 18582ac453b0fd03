package org.curtail.cli.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Run;

/**
 * Styles of policies: every policy has one colour, marker and dash throughout a page. The colours
 * follow Okabe and Ito's set for colour-blind readers. The colours are darker on white and lighter
 * on black, for a contrast of at least 3 to 1. Marker and dash distinguish policies without colour.
 */
public final class Palette {
  private static final String SEQUENTIAL = "sequential";
  private static final String FEW_TO_MANY = "few-to-many";

  private static final List<String> LIGHT =
      List.of(
          "#66717e", "#0b62b0", "#c95200", "#00855f", "#b04a86", "#a87900", "#2f8fca", "#7d4a1f",
          "#6a4fb3", "#b3283a");
  private static final List<String> DARK =
      List.of(
          "#9aa6b4", "#58aefc", "#ff8f4d", "#35c99b", "#e793c2", "#e6b23c", "#9ad8ff", "#cf9c70",
          "#b3a0f0", "#ff8088");
  private static final List<String> DASHES =
      List.of("2 4", "none", "7 4", "none", "10 3 2 3", "4 3", "none", "2 3", "8 3", "none");

  /** Dash of policies that know every demand. */
  private static final String KNOWS_DEMAND = "14 7";

  /** Weight greater than the number of lines of a page. */
  private static final int MEETS = 1000;

  private static final List<Marker> MARKERS = List.of(Marker.values());

  private final Map<String, Style> styles = new HashMap<>();

  /**
   * Style of one policy.
   *
   * @param slot position in the palette: its colour is the CSS variable {@code --s} and this number
   * @param marker shape of its points
   * @param dash pattern of its line, as SVG writes it
   * @param strong true for the policy of the page
   */
  public record Style(int slot, Marker marker, String dash, boolean strong) {
    public String css() {
      return "s" + slot;
    }
  }

  /** Styles for the policies of runs, in the order of the output. */
  public static Palette of(List<Run> runs) {
    return new Palette(
        runs.stream().map(Run::policy).distinct().toList(),
        runs.stream().filter(Run::knowsDemand).map(Run::policy).collect(Collectors.toSet()));
  }

  /** Styles for policies in the order of the output. */
  public Palette(List<String> policies, Set<String> knowingDemand) {
    this(policies, knowingDemand, FEW_TO_MANY);
  }

  /**
   * Styles for policies in the order of the output.
   *
   * @param strong the policy of the page; another name without one
   */
  public Palette(List<String> policies, Set<String> knowingDemand, String strong) {
    List<Integer> free = new ArrayList<>();
    for (int slot = 2; slot < LIGHT.size(); slot++) {
      free.add(slot);
    }
    // If all ten slots are in use, the two reserved ones are used too, except if their owners are
    // present.
    if (!policies.contains(FEW_TO_MANY)) {
      free.add(1);
    }
    if (!policies.contains(SEQUENTIAL)) {
      free.add(0);
    }
    int others = 0;
    for (String policy : policies) {
      int slot =
          switch (policy) {
            case SEQUENTIAL -> 0;
            case FEW_TO_MANY -> 1;
            default -> free.get(others++ % free.size());
          };
      int round = others > free.size() ? others / free.size() : 0;
      styles.putIfAbsent(
          policy,
          new Style(
              slot,
              MARKERS.get((slot + round) % MARKERS.size()),
              knowingDemand.contains(policy)
                  ? KNOWS_DEMAND
                  : DASHES.get((slot + round) % DASHES.size()),
              policy.equals(strong)));
    }
  }

  /**
   * Styles for a page with more lines than colours. Lines in the same diagram have different
   * colours, if there are enough. A line has the same style in all diagrams.
   *
   * @param diagrams names of the lines of each diagram; names in many diagrams get their colours
   *     first
   */
  public static Palette ofDiagrams(List<List<String>> diagrams) {
    var palette = new Palette(List.of(), Set.of());
    diagrams.stream()
        .flatMap(List::stream)
        .collect(Collectors.groupingBy(name -> name, LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(line -> palette.add(line.getKey(), diagrams));
    return palette;
  }

  private void add(String name, List<List<String>> diagrams) {
    Set<String> met =
        diagrams.stream()
            .filter(diagram -> diagram.contains(name))
            .flatMap(List::stream)
            .collect(Collectors.toSet());
    int[] cost = new int[LIGHT.size()];
    // It is better to share a colour with several distant lines than with a near one.
    styles.forEach((other, style) -> cost[style.slot()] += met.contains(other) ? MEETS : 1);
    // Grey is reserved for sequential.
    cost[0] = name.equals(SEQUENTIAL) ? -1 : Integer.MAX_VALUE;
    int slot =
        IntStream.range(0, cost.length)
            .boxed()
            .min(Comparator.comparingInt(i -> cost[i]))
            .orElseThrow();
    styles.put(
        name, new Style(slot, MARKERS.get(slot), DASHES.get(slot), name.equals(FEW_TO_MANY)));
  }

  /**
   * Makes this policy the only strong one. Does nothing if the palette does not have the policy.
   */
  public Palette emphasize(String policy) {
    if (styles.containsKey(policy)) {
      styles.replaceAll((name, style) ->
          new Style(style.slot(), style.marker(), style.dash(), name.equals(policy)));
    }
    return this;
  }

  /**
   * Returns a policy's name for lines and legends, with a mark if the policy knows every demand.
   */
  public String label(String policy) {
    return style(policy).dash().equals(KNOWS_DEMAND) ? policy + " ^" : policy;
  }

  public Style style(String policy) {
    Style style = styles.get(policy);
    if (style == null) {
      throw new IllegalArgumentException("no such policy here: " + policy);
    }
    return style;
  }

  /**
   * The colours as CSS variables, light and dark.
   *
   * @param degrees number of shades needed
   */
  public static String css(int degrees) {
    String light = variables(LIGHT, degrees, "#d3e4f5", "#4d95d6", "#0b3a70");
    String dark = variables(DARK, degrees, "#1f3f60", "#3f83c4", "#b4dcff");
    var classes = new StringBuilder();
    for (int slot = 0; slot < LIGHT.size(); slot++) {
      classes.append(".s%d{--c:var(--s%d)}".formatted(slot, slot));
    }
    for (int degree = 1; degree <= degrees; degree++) {
      classes.append(
          ".chart .d%d{fill:var(--d%d)}.chart .on%d{fill:var(--on%d)}"
              .formatted(degree, degree, degree, degree));
    }
    return ":root{%s}\n@media (prefers-color-scheme: dark){:root{%s}}\n%s\n"
        .formatted(light, dark, classes);
  }

  private static String variables(
      List<String> colours, int degrees, String first, String middle, String last) {
    var css = new StringBuilder();
    for (int slot = 0; slot < colours.size(); slot++) {
      css.append("--s%d:%s;".formatted(slot, colours.get(slot)));
    }
    for (int degree = 1; degree <= degrees; degree++) {
      // Neighbouring degrees differ by less than the whole range.
      double share = (degree - 1.0) / Math.max(degrees - 1, 2);
      int colour = share < 0.5 ? mix(first, middle, share * 2) : mix(middle, last, share * 2 - 1);
      css.append(
          "--d%d:#%06x;--on%d:%s;"
              .formatted(degree, colour, degree, isLight(colour) ? "#10202f" : "#ffffff"));
    }
    return css.toString();
  }

  private static int mix(String from, String to, double share) {
    int a = Integer.parseInt(from.substring(1), 16);
    int b = Integer.parseInt(to.substring(1), 16);
    int mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int low = a >> shift & 0xff;
      int high = b >> shift & 0xff;
      mixed |= (int) Math.round(low + share * (high - low)) << shift;
    }
    return mixed;
  }

  private static boolean isLight(int colour) {
    return 0.3 * (colour >> 16 & 0xff) + 0.59 * (colour >> 8 & 0xff) + 0.11 * (colour & 0xff) > 112;
  }
}
