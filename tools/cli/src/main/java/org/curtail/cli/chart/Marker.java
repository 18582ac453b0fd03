package org.curtail.cli.chart;

import java.util.Locale;

/** Shapes of points, distinguishable without colour. */
public enum Marker {
  CIRCLE("M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z", true),
  DISC("M-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0z", false),
  SQUARE("M-4,-4h8v8h-8z", false),
  TRIANGLE("M0,-5L5,4H-5z", false),
  DIAMOND("M0,-5.5L5,0L0,5.5L-5,0z", false),
  DOWN("M0,5L5,-4H-5z", false),
  RING_SQUARE("M-4,-4h8v8h-8z", true),
  RING_TRIANGLE("M0,-5L5,4H-5z", true),
  RING_DIAMOND("M0,-5.5L5,0L0,5.5L-5,0z", true),
  CROSS("M-4,-4L4,4M4,-4L-4,4", true);

  private final String path;
  private final boolean hollow;

  Marker(String path, boolean hollow) {
    this.path = path;
    this.hollow = hollow;
  }

  /** Draws the shape around a point. */
  void draw(Markup markup, double x, double y) {
    markup.leaf(
        "path",
        "class",
        hollow ? "mark hollow" : "mark",
        "d",
        path,
        "transform",
        String.format(Locale.ROOT, "translate(%.1f %.1f)", x, y));
  }
}
