package org.curtail.runtime;

/** Why a request ends, or has ended. */
sealed interface Ending {
  Ending DONE = new Done();
  Ending CANCELLED = new Cancelled();
  Ending EXPIRED = new Expired();

  /** Its chunks have run. */
  record Done() implements Ending {}

  record Cancelled() implements Ending {}

  /** Its deadline has passed. */
  record Expired() implements Ending {}

  /** Its work threw. */
  record Failed(Throwable cause) implements Ending {}
}
