package org.curtail.cli.reissue;

/** Knowledge of copies' times from a log. */
enum Pairing {
  /** No times of copies: they are assumed to be like first requests, and independent of them. */
  UNKNOWN,
  /** Times of copies, but too few of them together with the first time of the same request. */
  INDEPENDENT,
  /** Both times of the same requests. */
  PAIRED
}
