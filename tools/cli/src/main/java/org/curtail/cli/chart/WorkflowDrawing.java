package org.curtail.cli.chart;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.curtail.benchkit.results.DrawnStage;
import org.curtail.benchkit.results.DrawnStage.Planned;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.benchkit.text.Numbers;

/**
 * A workflow as boxes and lines. Each box has the time of a stage, a bar for the stage's blame, and
 * a bar for its share of a plan's budget. Letters have a constant size, so many stages make a
 * larger drawing.
 */
public final class WorkflowDrawing {
  private static final double MARGIN = StandaloneSvg.MARGIN;

  private static final double TITLE = 30;

  private static final double FOOT = 34;

  /** Width of a slide or a page; a workflow that does not fit is wider. */
  private static final double ROOM = 1600;

  /** Smallest width, for the title and the foot. */
  private static final double LEAST_PICTURE_WIDTH = 720;

  /** Width of a page. */
  public static final double PAGE = Figure.FULL;

  private static final double LINE = 17;
  private static final double SIDE = 11;

  /** Tolerance in pixels for rounded widths, so that no letter is cut. */
  private static final double SLACK = 2;

  /** Factor of names' widths: names are bold and larger than the text of the computation. */
  private static final double NAME = 1.27;

  private static final double BAR = 5;
  private static final double CORNER = 6;
  private static final double ARROW = 6;
  private static final double LEAST_WIDTH = 150;
  private static final double MOST_WIDTH = 250;

  private final DrawnWorkflow graph;
  private final GraphLayout layout;

  private WorkflowDrawing(DrawnWorkflow graph, GraphLayout layout) {
    this.graph = graph;
    this.layout = layout;
  }

  /**
   * Lays a workflow out: to the right if it fits, otherwise down.
   *
   * @param width available width in pixels; if no layout fits, the drawing is wider
   */
  public static WorkflowDrawing of(DrawnWorkflow graph, double width) {
    List<GraphLayout.Box> boxes =
        graph.stages().stream().map(stage -> box(stage, graph.percentile())).toList();
    GraphLayout across = GraphLayout.of(boxes, true);
    if (across.width() <= width) {
      return new WorkflowDrawing(graph, across);
    }
    GraphLayout down = GraphLayout.of(boxes, false);
    return new WorkflowDrawing(graph, down.width() < across.width() ? down : across);
  }

  public double width() {
    return layout.width();
  }

  public double height() {
    return layout.height();
  }

  /** Description for readers who cannot see it. */
  public String description() {
    return "The %d stages of %s, each with an arrow from the stages that it waits for; a table has the numbers."
        .formatted(graph.stages().size(), graph.name());
  }

  /** Writes the drawing as an SVG element at its own size. */
  public void write(Markup markup) {
    markup.start(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "class",
        "chart graph",
        "role",
        "img",
        "viewBox",
        "0 0 %.0f %.0f".formatted(width(), height()),
        "width",
        width(),
        "height",
        height());
    markup.element("title", graph.name());
    markup.element("desc", description());
    draw(markup);
    markup.end();
  }

  /**
   * Writes the drawing in a box with its own horizontal scrolling.
   *
   * @param label description for users of a keyboard
   */
  public void writeScrolling(Markup markup, String label) {
    markup.start("div", "class", "scroll", "tabindex", "0", "role", "group", "aria-label", label);
    write(markup);
    markup.end();
  }

  /** Meaning of the bars in the boxes. */
  public String key() {
    String blame = "is the share of the slowest requests for which the stage is to blame";
    return graph.stages().stream().allMatch(stage -> stage.planned() == null)
        ? "the orange bar " + blame
        : "the upper bar, orange, %s; the lower one, blue, is its share of the cost of all copies"
            .formatted(blame);
  }

  /** Draws the workflow at its own size, from the top left of a drawing. */
  public void draw(Markup markup) {
    var svg = new Svg(markup, layout.width(), layout.height());
    for (int i = 0; i < graph.stages().size(); i++) {
      draw(svg, graph.stages().get(i), layout.boxes().get(i));
    }
    for (GraphLayout.Line line : layout.lines()) {
      draw(markup, line);
    }
  }

  private static GraphLayout.Box box(DrawnStage stage, double percentile) {
    double width = 0;
    List<String> lines = lines(stage, percentile);
    for (int i = 0; i < lines.size(); i++) {
      width = Math.max(width, (i == 0 ? NAME : 1) * Svg.widthOf(lines.get(i)));
    }
    return new GraphLayout.Box(
        stage.name(),
        Math.clamp(width + 2 * SIDE + SLACK, LEAST_WIDTH, MOST_WIDTH),
        height(stage, percentile),
        stage.after(),
        stage.within());
  }

  private static double height(DrawnStage stage, double percentile) {
    int bars = stage.planned() == null ? 1 : 2;
    return 8 + lines(stage, percentile).size() * LINE + bars * (BAR + 4) + 4;
  }

  private static List<String> lines(DrawnStage stage, double percentile) {
    var lines = new ArrayList<String>();
    lines.add(stage.name() + servers(stage));
    Planned plan = stage.planned();
    String tail = Numbers.percentile(percentile);
    lines.add(
        plan == null
            ? "p50 %s, %s %s"
                .formatted(Numbers.time(stage.medianMs()), tail, Numbers.time(stage.tailMs()))
            : "%s %s → %s"
                .formatted(tail, Numbers.time(stage.tailMs()), Numbers.time(plan.tailMs())));
    if (plan != null) {
      lines.add(copies(plan));
    }
    if (plan != null && plan.loss() > 0) {
      lines.add("loses " + Numbers.significant(100 * plan.loss()) + " %");
    }
    return lines;
  }

  private static String servers(DrawnStage stage) {
    if (stage.responders() == 1) {
      return "";
    }
    return stage.needed() == stage.responders()
        ? " ×" + Numbers.count(stage.responders())
        : " ×%s, %s needed"
            .formatted(Numbers.count(stage.responders()), Numbers.count(stage.needed()));
  }

  private static String copies(Planned plan) {
    if (!plan.sends()) {
      return "no copies";
    }
    return plan.probability() == 1
        ? "again after " + Numbers.time(plan.delayMs())
        : "again after %s, p %s"
            .formatted(Numbers.time(plan.delayMs()), Numbers.significant(plan.probability()));
  }

  private void draw(Svg svg, DrawnStage stage, GraphLayout.Placed box) {
    Markup markup = svg.markup();
    Planned plan = stage.planned();
    markup.start("g", "class", plan != null && plan.sends() ? "stage sends" : "stage");
    markup.element("title", hint(stage));
    markup.leaf(
        "rect",
        "class",
        "stage-box",
        "x",
        box.x(),
        "y",
        box.y(),
        "width",
        box.width(),
        "height",
        box.height(),
        "rx",
        CORNER);
    double y = box.y() + 5;
    List<String> lines = lines(stage, graph.percentile());
    for (int i = 0; i < lines.size(); i++) {
      y += LINE;
      svg.text(
          i == 0 ? "stage-name" : "tick",
          box.x() + SIDE,
          y - 4,
          Svg.fitting(lines.get(i), (box.width() - 2 * SIDE + SLACK) / (i == 0 ? NAME : 1)));
    }
    bar(svg, "blame", box, y + 4, stage.blame());
    if (plan != null) {
      bar(svg, "budget", box, y + 4 + BAR + 4, plan.budgetShare());
    }
    markup.end();
  }

  private static void bar(Svg svg, String css, GraphLayout.Placed box, double y, double share) {
    double width = box.width() - 2 * SIDE;
    svg.rect("bar-room", box.x() + SIDE, y, width, BAR);
    svg.rect(css, box.x() + SIDE, y, width * Math.clamp(share, 0, 1), BAR);
  }

  private String hint(DrawnStage stage) {
    String hint =
        "%s: p50 %s, %s %s, cost %s, on the critical path of %s, to blame in %s of the slowest"
            .formatted(
                stage.name(),
                Numbers.time(stage.medianMs()),
                Numbers.percentile(graph.percentile()),
                Numbers.time(stage.tailMs()),
                Numbers.significant(stage.cost()),
                Numbers.percent(stage.onPath()),
                Numbers.percent(stage.blame()));
    Planned plan = stage.planned();
    return plan == null
        ? hint
        : "%s; %s: %s copies, %s of the cost of all copies"
            .formatted(
                hint,
                copies(plan),
                Numbers.significant(100 * plan.reissueFraction()) + " %",
                Numbers.percent(plan.budgetShare()));
  }

  /** A line with round corners and an arrow at its end. */
  private static void draw(Markup markup, GraphLayout.Line line) {
    List<double[]> points = line.points();
    if (points.size() < 2) {
      return;
    }
    markup.leaf("path", "class", "flow", "d", rounded(points));
    double[] end = points.getLast();
    double[] before = points.get(points.size() - 2);
    double length = Math.hypot(end[0] - before[0], end[1] - before[1]);
    double dx = length == 0 ? 1 : (end[0] - before[0]) / length;
    double dy = length == 0 ? 0 : (end[1] - before[1]) / length;
    double baseX = end[0] - ARROW * dx;
    double baseY = end[1] - ARROW * dy;
    markup.leaf(
        "path",
        "class",
        "flow-end",
        "d",
        "%s%s%sZ"
            .formatted(
                place("M", end[0], end[1]),
                place("L", baseX - ARROW / 2 * dy, baseY + ARROW / 2 * dx),
                place("L", baseX + ARROW / 2 * dy, baseY - ARROW / 2 * dx)));
  }

  private static String rounded(List<double[]> points) {
    var d = new StringBuilder(place("M", points.getFirst()[0], points.getFirst()[1]));
    for (int i = 1; i < points.size() - 1; i++) {
      double[] corner = points.get(i);
      double[] from = towards(corner, points.get(i - 1));
      double[] to = towards(corner, points.get(i + 1));
      d.append(place("L", from[0], from[1]))
          .append(place("Q", corner[0], corner[1]))
          .append(place(" ", to[0], to[1]));
    }
    return d.append(place("L", points.getLast()[0], points.getLast()[1])).toString();
  }

  /** A point a little before a corner, but at most half of the way to the next one. */
  private static double[] towards(double[] corner, double[] other) {
    double dx = other[0] - corner[0];
    double dy = other[1] - corner[1];
    double length = Math.hypot(dx, dy);
    double share = length == 0 ? 0 : Math.min(CORNER / length, 0.5);
    return new double[] {corner[0] + share * dx, corner[1] + share * dy};
  }

  private static String place(String command, double x, double y) {
    return String.format(Locale.ROOT, "%s%.1f,%.1f", command, x, y);
  }

  /** Writes the picture. The writer stays open. */
  public static void write(DrawnWorkflow workflow, Writer writer) throws IOException {
    WorkflowDrawing drawing = WorkflowDrawing.of(workflow, ROOM);
    double width = 2 * MARGIN + Math.max(LEAST_PICTURE_WIDTH, drawing.width());
    double height = 2 * MARGIN + TITLE + drawing.height() + FOOT;
    Markup markup = StandaloneSvg.start(workflow.name(), drawing.description(), 1, width, height);
    var svg = new Svg(markup, width, height);
    svg.text("panel-title", MARGIN, MARGIN + 14, Svg.fitting(workflow.name(), width - 2 * MARGIN));
    markup.start("g", "transform", "translate(%.0f %.0f)".formatted(MARGIN, MARGIN + TITLE));
    drawing.draw(markup);
    markup.end();
    svg.text(
        "foot",
        MARGIN,
        height - MARGIN + 6,
        Svg.fitting("In each box " + drawing.key(), width - 2 * MARGIN));
    StandaloneSvg.end(markup);
    writer.write(markup.toString());
  }
}
