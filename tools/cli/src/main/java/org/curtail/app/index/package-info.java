/**
 * {@code curtail index}: makes a Lucene index of documents ({@link
 * org.curtail.app.index.IndexBuilder}) or a sorted copy of one ({@link
 * org.curtail.app.index.SortedCopy}).
 */
@NullMarked
package org.curtail.app.index;

import org.jspecify.annotations.NullMarked;
