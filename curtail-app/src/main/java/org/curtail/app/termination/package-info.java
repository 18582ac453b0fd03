/**
 * What early termination saves, what sharing wastes, and what both cost beside plain Lucene: {@link
 * org.curtail.app.termination.EarlyTermination} measures, the other classes make claims, tables and
 * figures of it.
 */
@NullMarked
package org.curtail.app.termination;

import org.jspecify.annotations.NullMarked;
