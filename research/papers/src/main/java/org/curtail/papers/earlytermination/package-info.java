/**
 * What early termination saves, what sharing wastes, and what both cost beside plain Lucene: {@link
 * org.curtail.papers.earlytermination.EarlyTermination} measures, the other classes make claims,
 * tables and figures of it.
 */
@NullMarked
package org.curtail.papers.earlytermination;

import org.jspecify.annotations.NullMarked;
