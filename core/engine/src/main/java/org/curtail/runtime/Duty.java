package org.curtail.runtime;

/** What a worker does for the request that it is given. */
enum Duty {
  /** It is the first: begins it, and serves it. */
  BEGIN,
  /** It helps those that serve it. */
  HELP,
  /** It goes on with it after it was set aside. */
  GO_ON
}
