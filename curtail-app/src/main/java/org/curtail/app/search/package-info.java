/** What is measured: an index, the queries asked of it, and what the answers should be. */
@NullMarked
package org.curtail.app.search;

import org.jspecify.annotations.NullMarked;
