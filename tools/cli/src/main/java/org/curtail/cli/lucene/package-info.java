/**
 * Lucene indexes of any origin. {@link org.curtail.cli.lucene.OpenIndex} opens them, with their
 * searchable fields and the analyzer for queries.
 */
@NullMarked
package org.curtail.cli.lucene;

import org.jspecify.annotations.NullMarked;
