package org.curtail.cli.chart;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.options.FixedAlignment;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.math.KVector;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.options.SizeConstraint;
import org.eclipse.elk.core.util.NullElkProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;
import org.jspecify.annotations.Nullable;

/**
 * Positions of the boxes and lines of a directed graph, computed by the Eclipse Layout Kernel.
 * Boxes are in layers, so that lines have one direction and few crossings. A box may contain
 * others.
 *
 * @param width width of the whole graph, in pixels
 * @param height height of the whole graph, in pixels
 * @param boxes boxes in the given order, positions from the top left of all
 * @param lines lines, each from its first box to its last one
 */
record GraphLayout(double width, double height, List<Placed> boxes, List<Line> lines) {
  /**
   * A box without a position.
   *
   * @param name unique name
   * @param width width of the box's own text
   * @param height height of the box's own text; inner boxes are below the text
   * @param after boxes at the beginning of a line to this box
   * @param within the box around it; null without one
   */
  record Box(
      String name, double width, double height, List<String> after, @Nullable String within) {}

  /** A box with its position. */
  record Placed(String name, double x, double y, double width, double height) {}

  /** A line with its corners, each x and y. */
  record Line(String from, String to, List<double[]> points) {}

  private static final double BETWEEN_LAYERS = 38;
  private static final double BETWEEN_BOXES = 16;
  private static final double BETWEEN_LINES = 9;

  GraphLayout {
    boxes = List.copyOf(boxes);
    lines = List.copyOf(lines);
  }

  /**
   * Computes positions.
   *
   * @param boxes boxes in such an order that each stands after its outer box and the boxes of its
   *     field {@code after}
   * @param across true for lines to the right, false for lines down
   */
  static GraphLayout of(List<Box> boxes, boolean across) {
    ElkNode root = ElkGraphUtil.createGraph();
    configure(root, across, new ElkPadding(2));
    Map<String, ElkNode> nodes = new LinkedHashMap<>();
    for (Box box : boxes) {
      String within = box.within();
      ElkNode parent = within == null ? root : requireNonNull(nodes.get(within));
      nodes.put(box.name(), node(box, parent));
    }
    for (Box box : boxes) {
      ElkNode node = requireNonNull(nodes.get(box.name()));
      if (!node.getChildren().isEmpty()) {
        hold(node, box, across);
      }
      for (String before : box.after()) {
        ElkGraphUtil.createSimpleEdge(requireNonNull(nodes.get(before)), node);
      }
    }
    new RecursiveGraphLayoutEngine().layout(root, new NullElkProgressMonitor());
    return placed(root, nodes);
  }

  private static ElkNode node(Box box, ElkNode parent) {
    ElkNode node = ElkGraphUtil.createNode(parent);
    node.setIdentifier(box.name());
    node.setDimensions(box.width(), box.height());
    return node;
  }

  /** Sets the options of a box, because boxes do not inherit options. */
  private static void configure(ElkNode graph, boolean across, ElkPadding padding) {
    graph.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
    graph.setProperty(CoreOptions.DIRECTION, across ? Direction.RIGHT : Direction.DOWN);
    graph.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
    // Other alignments move every layer a little, and this adds up over a hundred layers.
    graph.setProperty(LayeredOptions.NODE_PLACEMENT_BK_FIXED_ALIGNMENT, FixedAlignment.BALANCED);
    graph.setProperty(CoreOptions.PADDING, padding);
    graph.setProperty(CoreOptions.SPACING_NODE_NODE, BETWEEN_BOXES);
    graph.setProperty(CoreOptions.SPACING_EDGE_NODE, BETWEEN_LINES);
    graph.setProperty(CoreOptions.SPACING_EDGE_EDGE, BETWEEN_LINES);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, BETWEEN_LAYERS);
    graph.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, BETWEEN_LINES);
    graph.setProperty(LayeredOptions.SPACING_EDGE_EDGE_BETWEEN_LAYERS, BETWEEN_LINES);
  }

  /** Reserves space for a box's own text above the boxes within. */
  private static void hold(ElkNode node, Box box, boolean across) {
    configure(
        node,
        across,
        new ElkPadding(box.height() + BETWEEN_LINES, BETWEEN_LINES, BETWEEN_LINES, BETWEEN_LINES));
    node.setProperty(CoreOptions.NODE_SIZE_CONSTRAINTS, SizeConstraint.minimumSize());
    node.setProperty(CoreOptions.NODE_SIZE_MINIMUM, new KVector(box.width(), box.height()));
  }

  private static GraphLayout placed(ElkNode root, Map<String, ElkNode> nodes) {
    var boxes = new ArrayList<Placed>();
    var lines = new ArrayList<Line>();
    for (Map.Entry<String, ElkNode> entry : nodes.entrySet()) {
      ElkNode node = entry.getValue();
      KVector at = corner(node);
      boxes.add(new Placed(entry.getKey(), at.x, at.y, node.getWidth(), node.getHeight()));
      for (ElkEdge edge : node.getOutgoingEdges()) {
        ElkNode to = (ElkNode) edge.getTargets().getFirst();
        lines.add(new Line(entry.getKey(), to.getIdentifier(), points(edge)));
      }
    }
    return new GraphLayout(root.getWidth(), root.getHeight(), boxes, lines);
  }

  /** A corner relative to the box around it. */
  private static KVector corner(ElkNode node) {
    var corner = new KVector(node.getX(), node.getY());
    for (ElkNode around = node.getParent(); around != null; around = around.getParent()) {
      corner.add(around.getX(), around.getY());
    }
    return corner;
  }

  private static List<double[]> points(ElkEdge edge) {
    KVector origin = corner(edge.getContainingNode());
    var points = new ArrayList<double[]>();
    for (ElkEdgeSection section : edge.getSections()) {
      points.add(point(origin, section.getStartX(), section.getStartY()));
      for (ElkBendPoint bend : section.getBendPoints()) {
        points.add(point(origin, bend.getX(), bend.getY()));
      }
      points.add(point(origin, section.getEndX(), section.getEndY()));
    }
    return points;
  }

  private static double[] point(KVector origin, double x, double y) {
    return new double[] {origin.x + x, origin.y + y};
  }
}
