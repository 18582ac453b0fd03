/**
 * Text from files, one document at a time: JSON lines, zip or jar files of text, folders of text.
 * {@link org.curtail.cli.documents.DocumentSource} is the entry.
 */
@NullMarked
package org.curtail.cli.documents;

import org.jspecify.annotations.NullMarked;
