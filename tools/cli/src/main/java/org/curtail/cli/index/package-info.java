/**
 * {@code curtail index}: makes a Lucene index of documents ({@link
 * org.curtail.cli.index.IndexBuilder}) or a sorted copy of one ({@link
 * org.curtail.cli.index.SortedCopy}).
 */
@NullMarked
package org.curtail.cli.index;

import org.jspecify.annotations.NullMarked;
