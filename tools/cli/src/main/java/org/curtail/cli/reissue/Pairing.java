package org.curtail.cli.reissue;

/** What a log tells of second attempts. */
enum Pairing {
  /** Nothing: they are taken to be like first ones, and independent of them. */
  UNKNOWN,
  /**
   * How long they take, but not, or not well enough, together with the first of the same request.
   */
  INDEPENDENT,
  /** How long both attempts of the same requests take. */
  PAIRED
}
