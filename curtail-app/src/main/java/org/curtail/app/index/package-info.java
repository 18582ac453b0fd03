/**
 * Lucene indexes: made from documents by {@link org.curtail.app.index.IndexBuilder}, opened by
 * {@link org.curtail.app.index.OpenIndex}.
 */
@NullMarked
package org.curtail.app.index;

import org.jspecify.annotations.NullMarked;
