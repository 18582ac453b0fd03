package org.curtail.lucene;

/** A scorer refuses a part of a leaf, and has collected nothing of it. */
final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int minDoc;

  RefusedException(RuntimeException refusal, int minDoc) {
    super(null, refusal, false, false);
    this.minDoc = minDoc;
  }

  /** The first document that was refused. */
  int minDoc() {
    return minDoc;
  }
}
