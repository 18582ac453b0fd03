package org.curtail.cli.chart;

/** A picture that can be drawn at any width. */
public interface Chart {
  /** Title in a few words. */
  String title();

  /** Description for readers without the picture. */
  String description();

  /** A suitable height for a width, in pixels. */
  double heightAt(double width);

  /** Draws the picture over the whole area. */
  void draw(Svg svg);
}
