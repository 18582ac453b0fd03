package org.curtail.cli.chart;

/** A picture that can be drawn at any width. */
public interface Chart {
  /** What is shown, in a few words. */
  String title();

  /** What is shown, for those who cannot see it. */
  String description();

  /** The height that suits a width, in pixels. */
  double heightAt(double width);

  /** Draws the picture so that it fills the drawing. */
  void draw(Svg svg);
}
