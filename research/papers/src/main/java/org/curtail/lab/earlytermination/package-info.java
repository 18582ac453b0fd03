/**
 * What early termination saves, what sharing wastes, and what both cost beside plain Lucene: {@link
 * org.curtail.lab.earlytermination.EarlyTermination} measures, the other classes make claims,
 * tables and figures of it.
 */
@NullMarked
package org.curtail.lab.earlytermination;

import org.jspecify.annotations.NullMarked;
