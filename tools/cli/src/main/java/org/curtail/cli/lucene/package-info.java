/**
 * Lucene indexes of any origin: opened by {@link org.curtail.cli.lucene.OpenIndex}, with the fields
 * that can be searched and the analyzer that queries need.
 */
@NullMarked
package org.curtail.cli.lucene;

import org.jspecify.annotations.NullMarked;
