package org.curtail.dispatch;

import org.curtail.Progress;

/** How urgently a request needs one thread more; the same for all of one choice. */
interface Ranking {
  double priority(Progress progress);
}
